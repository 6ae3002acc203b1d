import type { Page } from 'playwright-core'

/** Lists the controls in sight that do something when used, by role and name: not those that only say why they do not. */
export function offeredControls(page: Page, within = 'main'): Promise<string[]> {
  return page.evaluate((selector) => {
    const CONTROLS =
      'button, [role="button"], [role="switch"], [role="menuitem"], [type="checkbox"], [type="radio"], [draggable="true"]'
    // sort buttons, folded lists and menus, which are opened separately
    const ONLY_SHOWS = 'thead *, [aria-expanded], [aria-haspopup]'
    const isOffered = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches(`:disabled, [aria-disabled="true"], ${ONLY_SHOWS}`) &&
      control.closest('[inert], [data-sonner-toaster], fieldset:disabled') === null
    const nameOf = (control: HTMLElement) => {
      const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : []
      const words =
        control.getAttribute('aria-label') ??
        (labels.map((label) => label.innerText).join(' ') || control.innerText || control.title || '')
      return words.replaceAll(/\s+/g, ' ').trim()
    }
    const roleOf = (control: HTMLElement) =>
      control.getAttribute('role') ??
      (control instanceof HTMLInputElement ? control.type : control.tagName.toLowerCase())
    const found = [...document.querySelectorAll(selector)].flatMap((scope) => [
      ...scope.querySelectorAll<HTMLElement>(CONTROLS),
    ])
    return [...new Set(found)].filter(isOffered).map((control) => `${roleOf(control)}: ${nameOf(control)}`)
  }, within)
}
