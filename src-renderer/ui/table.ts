import { toCsv } from '#shared/csv.ts'
import type { Sorting } from './list-query.ts'
import { once } from './once.ts'

export type { Sorting } from './list-query.ts'

export interface Column<Row> {
  id: string
  label: string
  /** The value that the column is sorted by; absent: it is not. */
  sortBy?: (row: Row) => string | number
  /** The rows come in order already: whoever reads them sorts them. */
  sortable?: boolean
  /** The text of a cell, searched and exported; absent: the value that the column is sorted by. */
  text?: (row: Row) => string | number
  align?: 'end' | 'center'
  /** A CSS width: of at least this many pixels, if there is room; absent: it takes what is left. */
  width?: string
  /** Buttons in its cells cannot be clipped: it is never narrower than they are. */
  hasButtons?: boolean
  /** Left out where there is little room. */
  minor?: boolean
  /** Shown only when it is chosen: another column shows the same in its words. It is exported all the same. */
  optional?: boolean
}

export const isSortable = <Row>({ sortBy, sortable }: Column<Row>): boolean =>
  sortable === true || sortBy !== undefined

/** The rows in the order asked for; equal ones stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column, descending }: Sorting,
): Row[] {
  const sortBy = columns.find((one) => one.id === column)?.sortBy
  if (!sortBy) return [...rows]
  const direction = descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((a, b) => direction * compare(a.value, b.value))
    .map(({ row }) => row)
}

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }))

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator().compare(String(a), String(b))
}

/** The rows in which each word of a text occurs, in whichever column, or in their further text. */
export function searchRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  text: string,
  further?: (row: Row) => string,
): readonly Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  const readers = [...columns.flatMap(({ text: read, sortBy }) => read ?? sortBy ?? []), further ?? []].flat()
  return rows.filter((row) => {
    const cells = readers.map((read) => String(read(row)).toLowerCase())
    return words.every((word) => cells.some((cell) => cell.includes(word)))
  })
}

/** The rows as CSV, under the labels of their columns; columns without text, such as those of buttons, are left out. */
export function rowsAsCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const told = columns.flatMap(({ label, text, sortBy }) => {
    const read = text ?? sortBy
    return read && label !== '' ? [{ label, read }] : []
  })
  return toCsv([told.map(({ label }) => label), ...rows.map((row) => told.map(({ read }) => read(row)))])
}
