import { z } from 'zod'

import type { Sorting } from './list-query.ts'
import { readStored, writeStored } from './stored.ts'

export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

export const NARROWEST_COLUMN = 48
export const WIDEST_COLUMN = 1600
const MAX_COLUMNS = 80
const MAX_CHARACTERS = 16_000

const ofColumns = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string().max(200), value)
    .refine((columns) => Object.keys(columns).length <= MAX_COLUMNS)
    .catch({})

/** Settings of a table; a part that cannot be read counts as not set. */
const Kept = z.object({
  columns: ofColumns(z.boolean()),
  widths: ofColumns(z.number().min(NARROWEST_COLUMN).max(WIDEST_COLUMN)),
  density: z.enum(DENSITIES).catch('comfortable'),
  pageSize: z.literal(PAGE_SIZES).catch(50),
  isTree: z.boolean().catch(false),
  sorting: z
    .object({ column: z.string().max(200), descending: z.boolean() })
    .optional()
    .catch(undefined),
})
type Kept = z.output<typeof Kept>

/** The choices of one table: this window's own, kept under the table's id. */
export class TableSettings {
  readonly #key: string | undefined
  #kept = $state.raw<Kept>(Kept.parse({}))

  /** Without an id nothing is kept. */
  constructor(id?: string) {
    if (id === undefined) return
    this.#key = `halyard.table.${id}`
    this.#kept = readStored(this.#key, { schema: Kept, otherwise: Kept.parse({}), most: MAX_CHARACTERS })
  }

  get density(): Density {
    return this.#kept.density
  }
  set density(density: Density) {
    this.#keep({ density })
  }
  get pageSize(): PageSize {
    return this.#kept.pageSize
  }
  set pageSize(pageSize: PageSize) {
    this.#keep({ pageSize })
  }
  /** True: the rows are shown as a tree, where the table has one. */
  get isTree(): boolean {
    return this.#kept.isTree
  }
  set isTree(isTree: boolean) {
    this.#keep({ isTree })
  }
  get sorting(): Sorting | undefined {
    return this.#kept.sorting
  }
  set sorting(sorting: Sorting | undefined) {
    this.#keep({ sorting })
  }

  /** Tells whether a column was selected or hidden; undefined: neither. */
  isChosen(column: string): boolean | undefined {
    return this.#kept.columns[column]
  }
  choose(column: string, isShown: boolean): void {
    this.#keep({ columns: { ...this.#kept.columns, [column]: isShown } })
  }
  widthOf(column: string): number | undefined {
    return this.#kept.widths[column]
  }
  setWidth(column: string, width: number): void {
    const bounded = Math.round(Math.min(WIDEST_COLUMN, Math.max(NARROWEST_COLUMN, width)))
    this.#keep({ widths: { ...this.#kept.widths, [column]: bounded } })
  }
  /** Gives a column the width of its content again. */
  fit(column: string): void {
    const { [column]: _width, ...widths } = this.#kept.widths
    this.#keep({ widths })
  }

  get isChanged(): boolean {
    const { columns, widths, density } = this.#kept
    return Object.keys({ ...columns, ...widths }).length > 0 || density !== 'comfortable'
  }
  /** Forgets columns, widths and density. */
  reset(): void {
    this.#keep({ columns: {}, widths: {}, density: 'comfortable' })
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = Kept.parse({ ...this.#kept, ...change })
    if (this.#key !== undefined) writeStored(this.#key, this.#kept)
  }
}

const known: Record<string, TableSettings> = {}

/** The choices of a table: the same for all that show a part of it, such as its pager. */
export function settingsOf(id: string): TableSettings {
  return (known[id] ??= new TableSettings(id))
}
