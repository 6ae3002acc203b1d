/** Marks the panel of details, so that the keyboard can go there. */
export const PANEL_ATTRIBUTE = 'data-halyard-details'

/** Rows whose details are shown beside the list. */
export interface Details<Row> {
  /** Key of the row that is shown. */
  key: string | undefined
  show: (row: Row) => void
  /** Absent: every row has details. */
  has?: (row: Row) => boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Finds the row that a key leads to from the row that is shown; undefined: none. */
export function rowByKey<Row>(
  pressed: string,
  rows: readonly Row[],
  { key, has = () => true }: Details<Row>,
  keyOf: (row: Row) => string,
): Row | undefined {
  const step = STEPS[pressed]
  const at = rows.findIndex((row) => keyOf(row) === key)
  if (step === undefined || at === -1) return undefined
  for (let index = at + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index]
    if (row !== undefined && has(row)) return row
  }
  return undefined
}

/** Fields use the arrow keys themselves. */
const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, select, textarea, [role="separator"]') !== null

interface Pressed<Row> {
  rows: readonly Row[]
  details: Details<Row> | undefined
  keyOf: (row: Row) => string
}

/**
 * Goes through the rows beside a panel by keyboard: the arrow keys show another row, and Enter on the one that is shown
 * goes into the panel. Returns whether another row is shown.
 */
export function stepDetails<Row>(event: KeyboardEvent, { rows, details, keyOf }: Pressed<Row>): boolean {
  if (details?.key === undefined || isField(event.target)) return false
  if (event.key === 'Enter' && event.target instanceof Element) {
    const panel = document.querySelector<HTMLElement>(`[${PANEL_ATTRIBUTE}]`)
    if (!panel || !event.target.closest('[aria-current="true"]')?.contains(event.target)) return false
    if (event.target.matches('a[href]')) return false
    event.preventDefault()
    panel.focus()
    return false
  }
  const next = rowByKey(event.key, rows, details, keyOf)
  if (next === undefined) return false
  event.preventDefault()
  details.show(next)
  return true
}

/** Shows the details of a row that is clicked beside its links and buttons. */
export function showClicked<Row>({ target }: MouseEvent, row: Row, details: Details<Row> | undefined): void {
  if (!details || details.has?.(row) === false || getSelection()?.toString()) return
  if (target instanceof Element && target.closest('a, button, input, select, [popover]')) return
  details.show(row)
}

const openersOf = (row: Element | null | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []),
]

/** Focuses in the row whose details are shown the button that stands where `former` stood in its row. */
export function focusShown(list: ParentNode | undefined, former: EventTarget | null): void {
  const row = list?.querySelector('[aria-current="true"]')
  row?.scrollIntoView({ block: 'nearest' })
  const rowBefore = former instanceof Element ? former.closest('tr, li') : null
  const at = openersOf(rowBefore).findIndex((one) => one === former)
  const openers = openersOf(row)
  ;(openers[at] ?? openers[0])?.focus({ preventScroll: true })
}
