import type { Step } from './drafts.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fields whose content is never written to the disk. */
const IS_SECRET = /password|secret|token|api key|authorization/i
const SECRET_TYPES = new Set(['password', 'file', 'hidden'])

/** Buttons that change what is entered, and nothing else: only these are pressed again. */
const IS_ENTRY = /^(add|remove|move up|move down)\b/i
const ENTRY_ROLES = new Set(['switch', 'checkbox', 'radio', 'tab'])

const CONTROLS = 'input, select, textarea'
const BUTTONS = 'button'
/** A row may take a moment to be there. */
const PATIENCE_MS = 600

const nameOf = (element: Element): string =>
  (
    element.getAttribute('aria-label') ??
    (element as Partial<Control>).labels?.[0]?.textContent ??
    (element.getAttribute('placeholder') || element.textContent)
  )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)

const isSecret = (control: Control) => SECRET_TYPES.has(control.type) || IS_SECRET.test(nameOf(control))

/** Names an element by what it is, its label, and how many before it are the same. */
function keyOf(form: HTMLElement, element: Element, selector: string): string {
  const kind = `${element.tagName} ${(element as Partial<Control>).type ?? ''} ${nameOf(element)}`
  const same = [...form.querySelectorAll(selector)].filter(
    (one) => `${one.tagName} ${(one as Partial<Control>).type ?? ''} ${nameOf(one)}` === kind,
  )
  return `${same.indexOf(element)} ${kind}`
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

/** Makes a step of a form event; undefined: it is not kept, as the typing of a password. */
export function stepOf(form: HTMLElement, event: Event): Step | 'secret' | undefined {
  if (event.type === 'input') {
    const control = event.target
    if (!isControl(control)) return undefined
    if (isSecret(control)) return 'secret'
    const to =
      control.type === 'checkbox' || control.type === 'radio'
        ? (control as HTMLInputElement).checked
        : control.value
    return { set: keyOf(form, control, CONTROLS), to }
  }
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button') : null
  if (!button || button.type !== 'button' || button.getAttribute('aria-disabled') === 'true') return undefined
  const isEntry =
    IS_ENTRY.test(nameOf(button)) ||
    button.hasAttribute('aria-pressed') ||
    ENTRY_ROLES.has(button.getAttribute('role') ?? '')
  return isEntry ? { press: keyOf(form, button, BUTTONS) } : undefined
}

/** Adds a step; what is typed into one field in a row is one step. */
export function addStep(steps: readonly Step[], step: Step): Step[] {
  const last = steps.at(-1)
  const isSameField = last && 'set' in last && 'set' in step && last.set === step.set
  return [...(isSameField ? steps.slice(0, -1) : steps), step]
}

/** Waits until the page has drawn what was changed. */
const drawn = () => new Promise((resolve) => setTimeout(resolve, 20))

async function find(form: HTMLElement, key: string, selector: string): Promise<Element | undefined> {
  for (let waited = 0; waited <= PATIENCE_MS; waited += 20) {
    const found = [...form.querySelectorAll(selector)].find((one) => keyOf(form, one, selector) === key)
    if (found) return found
    await drawn()
  }
  return undefined
}

/** Does the steps again; answers those that could not be done. */
export async function replay(form: HTMLElement, steps: readonly Step[]): Promise<Step[]> {
  const left: Step[] = []
  for (const step of steps) {
    const element =
      'set' in step ? await find(form, step.set, CONTROLS) : await find(form, step.press, BUTTONS)
    if (!element) left.push(step)
    else if ('set' in step) enter(element as Control, step.to)
    else (element as HTMLButtonElement).click()
    await drawn()
  }
  return left
}

function enter(control: Control, to: string | boolean): void {
  if (typeof to === 'boolean') {
    if ((control as HTMLInputElement).checked !== to) control.click()
    return
  }
  control.value = to
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}
