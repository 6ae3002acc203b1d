import type { Queries } from '../store/queries.ts'

/** Part of the store that a gathering needs. */
export interface GatheringStore {
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

/** Maximum number of writes per transaction, so that other requests do not wait long for the store. */
const MOST = 256

/**
 * Lets writes that only insert share a transaction. Writes that come in during a transaction go into the
 * next. Each gets its own result, once it is on the disk.
 */
export class Gathering<D, W> {
  readonly #writeAll: WriteAll<D, W>
  #waiting: Waiting<D, W>[] = []
  #isAtWork = false

  constructor(writeAll: WriteAll<D, W>) {
    this.#writeAll = writeAll
  }

  /** Resolves when it is on the disk; rejects when it is not there at all. */
  add(store: GatheringStore, draft: D): Promise<W> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ draft, resolve, reject })
      if (!this.#isAtWork) void this.#work(store)
    })
  }

  async #work(store: GatheringStore): Promise<void> {
    this.#isAtWork = true
    // one turn of the event loop: requests that arrived together share a transaction
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#write(store, this.#waiting.splice(0, MOST))
    this.#isAtWork = false
  }

  /** The next may be written while these are on their way to the disk. */
  async #write(store: GatheringStore, batch: readonly Waiting<D, W>[]): Promise<void> {
    let written: readonly W[]
    try {
      written = await store.transaction((queries) =>
        this.#writeAll(
          queries,
          batch.map(({ draft }) => draft),
        ),
      )
    } catch (error) {
      // one failed write must not fail the others
      if (batch.length > 1) for (const one of batch) await this.#write(store, [one])
      else batch[0]?.reject(error)
      return
    }
    store.durable().then(
      () => batch.forEach(({ resolve }, index) => resolve(written[index] as W)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    )
  }
}
