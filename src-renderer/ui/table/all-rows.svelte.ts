import { tick } from 'svelte'

import { surroundings } from '../surroundings.ts'

interface Known<Row> {
  /** Rows of the page, in their order. */
  rows: readonly Row[]
  /** Reads all rows, where only a page is here. */
  readAll: (() => Promise<readonly Row[]>) | undefined
  /** Number of all rows; undefined: the rows that are here are not those that are read. */
  total: number | undefined
}

/** All rows of a table, of which only a page may be here. */
export class AllRows<Row> {
  #isReading = $state(false)
  readonly #known: () => Known<Row>

  constructor(known: () => Known<Row>) {
    this.#known = known
  }

  get isReading(): boolean {
    return this.#isReading
  }

  /** Works with all rows; `refused`: error title. */
  async work(work: (all: readonly Row[]) => void, refused: string): Promise<void> {
    this.#isReading = true
    try {
      const { rows, readAll, total } = this.#known()
      const isAllHere = !readAll || (total !== undefined && total <= rows.length)
      work(isAllHere ? rows : await readAll())
    } catch (error) {
      surroundings.notifyRefused(refused, error)
    }
    this.#isReading = false
    // show the resulting state, not the click
    await tick()
  }
}
