import { untrack } from 'svelte'

import { compositeKey } from '#shared/composite-key.ts'
import type { TableSettings } from '../table-settings.svelte.ts'
import type { Column } from '../table.ts'
import { fitColumns, fittingColumns, measureColumns } from './fit-columns.ts'

const CHOICE_WIDTH = 36
/** With less room than this, minor columns are shown only where the others leave room for them. */
const ROOMY = 800
const SMALL_WINDOW = 1000
const ONE_ACTION = 124
const FOLDED_WIDTH = '56px'
/** Share of the table's place that columns kept in place while it is scrolled may take. */
const MOST_PINNED = 0.6

/** Tables whose widths are remembered: those that were shown last. */
const MOST_KNOWN = 100

/** Natural widths by column. */
type Widths = Readonly<Record<string, number>>

/** Natural widths of tables that were shown, by page and table: measuring lays out a table twice, half the time of a switch to a long list. */
let known: readonly (readonly [key: string, widths: Widths])[] = []

const keyOf = (id: string | undefined) =>
  id === undefined ? undefined : compositeKey(window.location.hash.split('?', 1)[0] ?? '', id)

interface Asked<Row> {
  /** Keeps the widths for the next time that the table is shown. */
  id?: string | undefined
  columns: readonly Column<Row>[]
  settings: TableSettings
  /** Width of the table's place; 0: not known. */
  available: number
  /** True where a column of check boxes comes first. */
  hasChoice: boolean
}

/** Columns of a table that fit into its place, and their widths. */
export class ColumnLayout<Row> {
  windowWidth = $state(window.innerWidth)
  readonly #asked: () => Asked<Row>
  readonly #key: string | undefined
  /** Natural widths, of hidden columns too. */
  #natural = $state.raw<Widths>({})
  /** True if the table was shown before. */
  readonly isRecalled: boolean

  constructor(asked: () => Asked<Row>) {
    this.#asked = asked
    this.#key = untrack(() => keyOf(asked().id))
    const recalled = known.find(([key]) => key === this.#key)?.[1]
    this.isRecalled = recalled !== undefined
    if (recalled) this.#natural = recalled
  }

  /** Width of the check boxes. */
  readonly choice = $derived.by(() => (this.#asked().hasChoice ? CHOICE_WIDTH : 0))
  readonly #available = $derived.by(() => this.#asked().available)
  readonly #room = $derived(this.#available - this.choice)
  readonly isSmall = $derived(this.windowWidth <= SMALL_WINDOW)
  // as a text, so that the columns stay the same object while the same ones fit
  readonly #fitting = $derived.by(() => {
    const isRoomy = this.#room > ROOMY
    const natural = isRoomy ? undefined : this.#natural
    const columns = this.#asked().columns.filter(({ optional }) => !optional)
    return [...fittingColumns(columns, { available: this.#room, natural })].join('\n')
  })
  /** Shown columns, those with several actions as wide as the button before them. */
  readonly shown = $derived.by(() =>
    this.#asked()
      .columns.filter((column) => this.isShown(column))
      .map((one) => (this.#isFolded(one) ? { ...one, width: FOLDED_WIDTH } : one)),
  )
  /** Columns that a file of the table has: the shown ones, and those that another column stands for. */
  readonly exported = $derived.by(() => {
    const { columns, settings } = this.#asked()
    const isLeftOut = ({ id, optional }: Column<Row>) => !optional || settings.isChosen(id) === false
    return columns.filter((column) => this.isShown(column) || !isLeftOut(column))
  })
  /** Widths of the shown columns in pixels, once they are known. */
  readonly widths = $derived.by(() => {
    const { settings } = this.#asked()
    const isKnown = this.shown.every(({ id }) => Object.hasOwn(this.#natural, id))
    if (!isKnown || this.#available === 0) return undefined
    const fitted = this.shown.map((column) => ({
      natural: this.#natural[column.id] ?? 0,
      wanted: pixels(column.width),
      chosen: settings.widthOf(column.id),
      rigid: column.label === '' || column.hasButtons === true,
      grows: column.width === undefined,
    }))
    return fitColumns(fitted, this.#room)
  })
  readonly total = $derived(this.widths?.reduce((sum, one) => sum + one, this.choice))
  /** True if the first column stays in place while the others are scrolled. */
  readonly isPinned = $derived.by(() => {
    const first = this.choice + (this.widths?.[0] ?? 0)
    return (this.total ?? 0) > this.#available + 1 && first <= this.#available * MOST_PINNED
  })

  isShown({ id, label }: Column<Row>): boolean {
    return label === '' || (this.#asked().settings.isChosen(id) ?? this.#fitting.split('\n').includes(id))
  }
  #isFolded({ id, label, width }: Column<Row>): boolean {
    return this.isSmall && id === 'actions' && label === '' && pixels(width) > ONE_ACTION
  }
  isBehindButton({ id, width }: Column<Row>): boolean {
    return width === FOLDED_WIDTH && id === 'actions'
  }
  /** CSS width of a column. */
  widthOf(column: Column<Row>, index: number): string | undefined {
    const width = this.widths?.[index] ?? this.#asked().settings.widthOf(column.id)
    return width === undefined ? column.width : `${width}px`
  }

  /** Measures the columns of a table after its content is rendered. */
  measure(table: HTMLTableElement): void {
    untrack(() => this.#keep(measureColumns(table).slice(this.choice === 0 ? 0 : 1)))
  }
  #keep(widths: readonly number[]): void {
    if (widths.every((width) => width === 0)) return
    const measured = Object.fromEntries(this.shown.map(({ id }, index) => [id, widths[index] ?? 0]))
    this.#natural = { ...this.#natural, ...measured }
    if (this.#key === undefined) return
    const others = known.filter(([key]) => key !== this.#key)
    known = [[this.#key, this.#natural] as const, ...others].slice(0, MOST_KNOWN)
  }
}

const pixels = (width: string | undefined) => (width?.endsWith('px') ? Number.parseInt(width, 10) : 0)
