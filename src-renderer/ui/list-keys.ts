/** Layers that take their keys themselves. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [popover]'
const MENU = '[popovertarget], [aria-haspopup="menu"]'

/** Acts in lists by one key, with the keys that they have now. */
export const listKeys = { search: '/', next: 'j', previous: 'k', select: 'x', actions: '.' }
export type ListAct = keyof typeof listKeys

/** Checks whether the user is typing into a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** Checks whether a key is free for a list: outside of fields and layers, and no part of another shortcut. */
export function isListKey(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target))
    return false
  return !(target instanceof Element && target.closest(LAYERS))
}

/** Goes through the rows of a table by keyboard, and chooses, opens and acts on the one that has the focus. */
export function pressInTable(
  event: KeyboardEvent,
  table: HTMLElement | undefined,
  hasDetails: boolean,
): void {
  if (!table || !isListKey(event)) return
  const focused = document.activeElement
  const own = focused?.closest('table')
  if (own && own !== table) return
  const rows = [...table.querySelectorAll<HTMLElement>('tbody > tr[tabindex]')]
  const at = rows.findIndex((row) => row.contains(focused))
  const steps: Readonly<Record<string, number>> = { [listKeys.next]: 1, [listKeys.previous]: -1 }
  const step = steps[event.key]
  if (step !== undefined) {
    const row = at === -1 ? firstInSight(rows, table) : rows[at + step]
    row?.focus()
    if (row) event.preventDefault()
    return
  }
  const row = rows[at]
  const pressed = row && targetOf(row, event.key, hasDetails)
  if (!pressed || (event.key === 'Enter' && focused !== row)) return
  event.preventDefault()
  if (!pressed.matches(MENU)) return pressed.click()
  pressed.focus()
  if (pressed.hasAttribute('popovertarget')) pressed.click()
  else pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

/** The rows above stand below the head of the table, or beyond. */
function firstInSight(rows: readonly HTMLElement[], table: HTMLElement): HTMLElement | undefined {
  const top = table.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0
  return rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows[0]
}

function targetOf(row: HTMLElement, key: string, hasDetails: boolean): HTMLElement | null | undefined {
  if (key === listKeys.select) return row.querySelector<HTMLElement>('.choice input')
  if (key === listKeys.actions || key === 'ContextMenu') return row.querySelector<HTMLElement>(MENU)
  if (key !== 'Enter') return undefined
  return hasDetails ? row : row.querySelector<HTMLElement>('a[href], button[data-kind="link"]')
}
