import type { Snippet } from 'svelte'

import type { ListState } from './list-state.svelte.ts'
import type { Details } from './details.ts'
import type { Column, Sorting } from './table.ts'

/** Properties of a list that is here as a whole (ListTable.svelte), and of a page with one (ListPage.svelte). */
export interface ListTableProps<Row> {
  /** The name of the table, for those who hear the page. */
  label: string
  /** Sorting, columns, widths and row height are kept under it. */
  id: string
  /** One row in words, and several: "flag", "flags". */
  noun: string
  nouns?: string
  /** The words in the empty search field. */
  placeholder?: string
  columns: readonly Column<Row>[]
  /** All rows: what the search leaves out is left out here. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Further text of a row that is searched, beyond its cells. */
  searched?: ((row: Row) => string) | undefined
  cell: Snippet<[Row, string]>
  /** Shown when there are no rows at all. */
  empty: Snippet
  /** The order in the beginning. */
  sorting?: Sorting | undefined
  isFirst?: (row: Row) => boolean
  selected?: readonly string[] | undefined
  onmove?: ((from: number, to: number) => void) | undefined
  /** Details of rows in a panel beside the table. */
  details?: Details<Row> | undefined
  /** The text, filters and order of the list; absent: in the route, without filters. */
  list?: Pick<ListState, 'text' | 'sorting'> | undefined
  /** Filters, behind the search. */
  filters?: Snippet
  /** At the end of the line above. */
  end?: Snippet
}
