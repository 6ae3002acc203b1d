export interface Sorting {
  column: string
  descending: boolean
}

/** The order that a list by time is read in: newest first, unless its column is sorted upwards. */
export const timeOrder = (sorting: Sorting | undefined, column = 'when'): 'asc' | 'desc' =>
  sorting?.column === column && !sorting.descending ? 'asc' : 'desc'

/** A list by time, in the beginning. */
export const NEWEST_FIRST: Sorting = { column: 'when', descending: true }

/** The part of a list's state that is in the route: what is looked for, in which order, and which page. */
export interface ListQuery<Filter extends string> {
  text: string
  filters: Readonly<Record<Filter, string>>
  sorting: Sorting | undefined
  /** From 1. */
  page: number
}

const LONGEST = 200
const LAST_PAGE = 1_000_000
const NAMES = { text: 'q', sorting: 'sort', page: 'page' } as const

const bounded = (value: string | null) => (value ?? '').slice(0, LONGEST)

/** Reads the state from a query string. Too long texts are cut, what is no order and no page is none. */
export function readListQuery<Filter extends string>(
  query: string,
  filters: readonly Filter[],
): ListQuery<Filter> {
  const given = new URLSearchParams(query)
  const sort = bounded(given.get(NAMES.sorting))
  const page = Number(given.get(NAMES.page))
  return {
    text: bounded(given.get(NAMES.text)),
    filters: Object.fromEntries(filters.map((name) => [name, bounded(given.get(name))])) as Record<
      Filter,
      string
    >,
    sorting: /^-?[^-]/.test(sort)
      ? { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
      : undefined,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}

/** Writes the state into a query string; what is at its beginning is left out, what is not of the list stays. */
export function writeListQuery<Filter extends string>(query: string, state: ListQuery<Filter>): string {
  const given = new URLSearchParams(query)
  const set = (name: string, value: string) =>
    value === '' ? given.delete(name) : given.set(name, bounded(value))
  const { text, filters, sorting, page } = state
  set(NAMES.text, text)
  for (const [name, value] of Object.entries<string>(filters)) set(name, value)
  set(NAMES.sorting, sorting ? `${sorting.descending ? '-' : ''}${sorting.column}` : '')
  set(NAMES.page, page === 1 ? '' : String(page))
  return given.toString()
}
