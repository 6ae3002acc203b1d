import type { Page } from 'playwright-core'

/** Lists the controls in sight that do something when used, by role and name: not those that only say why they do not. */
export function offeredControls(page: Page, within = 'main, [role="dialog"]'): Promise<string[]> {
  return page.evaluate((selector) => {
    const CONTROLS =
      'button, [role="button"], [role="switch"], [role="menuitem"], input, select, textarea, [contenteditable="true"]'
    const scopes = [...document.querySelectorAll(selector)]
    const found = new Set<HTMLElement>(
      scopes.flatMap((scope) => [...scope.querySelectorAll<HTMLElement>(CONTROLS)]),
    )
    // order of a table; folds of a list; fields of a filter, which act on nothing by themselves
    const ONLY_SHOWS =
      'thead *, [aria-expanded]:not([aria-haspopup="menu"]), [type="search"], [type="text"], select'
    const isOffered = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches(`:disabled, [aria-disabled="true"], ${ONLY_SHOWS}`) &&
      control.closest('[inert]') === null
    const nameOf = (control: HTMLElement) => {
      const labels = 'labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : []
      const words =
        control.getAttribute('aria-label') ??
        (labels.map((label) => label.innerText).join(' ') ||
          control.innerText ||
          control.title ||
          control.getAttribute('placeholder') ||
          '')
      return words.replaceAll(/\s+/g, ' ').trim()
    }
    const roleOf = (control: HTMLElement) =>
      control.getAttribute('role') ??
      (control instanceof HTMLInputElement ? control.type : control.tagName.toLowerCase())
    return [...found].filter(isOffered).map((control) => `${roleOf(control)}: ${nameOf(control)}`)
  }, within)
}
