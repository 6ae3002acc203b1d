import type { Queries } from '#store/queries.ts'

/** Part of the store that a batch of writes needs. */
export interface BatchStore {
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  durable(): Promise<void>
}

/** Writes some at once; answers what became of each, in their order. */
export type WriteAll<D, W> = (queries: Queries, drafts: readonly D[]) => Promise<readonly W[]>

interface Waiting<D, W> {
  draft: D
  resolve: (written: W) => void
  reject: (error: unknown) => void
}

/** Codes of errors of a store that is gone for every write. */
const UNAVAILABLE: readonly unknown[] = ['DATABASE_UNAVAILABLE', 'STORE_UNAVAILABLE', 'WRITES_HELD']

const isUnavailable = (error: unknown) =>
  error instanceof Error && 'code' in error && UNAVAILABLE.includes(error.code)

/** Maximum number of writes per transaction, so that other requests do not wait long for the store. */
const MAX_WRITES = 256
/** Maximum size of the writes of a transaction. A larger one has a transaction to itself. */
const MAX_SIZE = 2000

/**
 * Batches writes that only insert into shared transactions. Writes that arrive during a transaction go into the
 * next one. Each gets its own result once it is on the disk.
 */
export class WriteBatcher<D, W> {
  readonly #writeAll: WriteAll<D, W>
  readonly #sizeOf: (draft: D) => number
  #waiting: Waiting<D, W>[] = []
  #isAtWork = false

  /** `sizeOf`: number of rows that a draft becomes, roughly; 1 unless said. */
  constructor(writeAll: WriteAll<D, W>, sizeOf: (draft: D) => number = () => 1) {
    this.#writeAll = writeAll
    this.#sizeOf = sizeOf
  }

  /** Resolves when it is on the disk; rejects when it is not there at all. */
  add(store: BatchStore, draft: D): Promise<W> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ draft, resolve, reject })
      if (!this.#isAtWork) void this.#work(store)
    })
  }

  async #work(store: BatchStore): Promise<void> {
    this.#isAtWork = true
    // one turn of the event loop: requests that arrived together share a transaction
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#write(store, this.#waiting.splice(0, this.#countNext()))
    this.#isAtWork = false
  }

  /** Counts the writes that fit into the next transaction: at least one. */
  #countNext(): number {
    let size = 0
    for (const [index, { draft }] of this.#waiting.slice(0, MAX_WRITES).entries()) {
      size += this.#sizeOf(draft)
      if (index > 0 && size > MAX_SIZE) return index
    }
    return Math.min(this.#waiting.length, MAX_WRITES)
  }

  /** The next may be written while these are on their way to the disk. */
  async #write(store: BatchStore, batch: readonly Waiting<D, W>[]): Promise<void> {
    let written: readonly W[]
    try {
      written = await store.transaction((queries) =>
        this.#writeAll(
          queries,
          batch.map(({ draft }) => draft),
        ),
      )
    } catch (error) {
      // one failed write must not fail the others; where the database is gone, each would wait for it again
      if (batch.length > 1 && !isUnavailable(error)) for (const one of batch) await this.#write(store, [one])
      else for (const { reject } of batch) reject(error)
      return
    }
    store.durable().then(
      () => batch.forEach(({ resolve }, index) => resolve(written[index] as W)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    )
  }
}
