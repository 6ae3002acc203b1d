export interface Column<Row> {
  id: string
  label: string
  /** What the column is sorted by; absent: it is not. */
  sortBy?: (row: Row) => string | number
  align?: 'end' | 'center'
  /** A CSS width; absent: what is left. */
  width?: string
  /** Left out where there is little room. */
  minor?: boolean
}

export interface Sorting {
  column: string
  descending: boolean
}

/** The rows in the order asked for; equal ones stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column, descending }: Sorting,
): Row[] {
  const sortBy = columns.find((one) => one.id === column)?.sortBy
  if (!sortBy) return [...rows]
  const direction = descending ? -1 : 1
  return [...rows].sort((a, b) => direction * compare(sortBy(a), sortBy(b)))
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' })
}
