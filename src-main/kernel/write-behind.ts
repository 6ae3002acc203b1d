import type { Queries } from '../store/queries.ts'

/** Runs work in a transaction of the store. */
export type Transaction = (work: (queries: Queries) => Promise<void>) => Promise<void>

/** Error of a commit that may have happened. The store can be asked later; it rejects while it does not know. */
interface UnknownOutcome extends Error {
  hasCommitted: () => Promise<boolean>
}

const isUnknownOutcome = (error: unknown): error is UnknownOutcome =>
  error instanceof Error && 'hasCommitted' in error && typeof error.hasCommitted === 'function'

interface Options<K, V> {
  /** Writes a batch. It runs within the transaction and may be run again with the same entries. */
  write: (queries: Queries, batch: ReadonlyMap<K, V>) => Promise<void>
  /** Called once a batch is written for good. */
  written?: (batch: ReadonlyMap<K, V>) => void
  /** Deletes everything that was ever written; needed for `clear`. */
  clear?: (queries: Queries) => Promise<void>
  /** The most entries that wait. Beyond it the entry that has waited longest is dropped. */
  most: number
  /** The most entries of one transaction, so that others do not wait long for the store. */
  batch?: number
}

const BATCH = 200

/**
 * Buffers writes that no request waits for, the last value of each key. A batch that could not be written goes back into
 * the buffer, except for entries that were set or deleted meanwhile. A batch whose commit may have happened is kept aside
 * until the server knows, so that nothing is counted twice.
 */
export class WriteBehind<K, V> {
  readonly #options: Options<K, V>
  #waiting = new Map<K, V>()
  #inFlight = new Map<K, V>()
  #toClear = false
  /** The outcome of the batch in flight is unknown. */
  #unknown: { error: UnknownOutcome; clears: boolean } | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(options: Options<K, V>) {
    this.#options = options
  }

  /** The number of entries that wait. */
  get size(): number {
    return this.#waiting.size
  }

  set(key: K, value: V): void {
    if (!this.#waiting.has(key) && this.#waiting.size >= this.#options.most) this.#dropOldest()
    this.#waiting.set(key, value)
  }

  /** Forgets an entry that is not written yet. */
  delete(key: K): void {
    this.#waiting.delete(key)
    this.#inFlight.delete(key)
  }

  /** Clears all entries. The next flush deletes those written before. */
  clear(): void {
    this.#waiting.clear()
    this.#inFlight.clear()
    this.#toClear = true
  }

  /** Writes the waiting entries in batches. Rejects with the first error; unwritten entries stay. */
  flush(transaction: Transaction): Promise<void> {
    const flushed = this.#flushing.catch(() => undefined).then(() => this.#flush(transaction))
    this.#flushing = flushed
    return flushed
  }

  async #flush(transaction: Transaction): Promise<void> {
    const { batch: most = BATCH } = this.#options
    await this.#settle()
    // leave later entries to the next flush, or this one might never end
    let left = this.#waiting.size
    if (left === 0 && !this.#toClear) return
    do {
      let clears = false
      try {
        // chosen within the transaction: a `clear` applies before or after the whole batch
        await transaction(async (queries) => {
          // the store may run this again (ADR 36): the former run has written nothing
          if (clears || this.#inFlight.size > 0) this.#takeBack(clears)
          clears = this.#toClear
          this.#toClear = false
          if (clears) await this.#options.clear?.(queries)
          const batch = this.#take(most)
          if (batch.size > 0) await this.#options.write(queries, batch)
        })
      } catch (error) {
        if (isUnknownOutcome(error)) this.#unknown = { error, clears }
        else this.#takeBack(clears)
        throw error
      }
      this.#noteWritten()
      left -= most
    } while (left > 0)
  }

  /** Finds what became of a batch whose outcome was unknown. Rejects while it still is. */
  async #settle(): Promise<void> {
    if (!this.#unknown) return
    const { error, clears } = this.#unknown
    const hasCommitted = await error.hasCommitted()
    this.#unknown = undefined
    if (hasCommitted) this.#noteWritten()
    else this.#takeBack(clears)
  }

  #noteWritten(): void {
    this.#options.written?.(this.#inFlight)
    this.#inFlight = new Map()
  }

  #take(most: number): ReadonlyMap<K, V> {
    const batch = new Map([...this.#waiting].slice(0, most))
    for (const key of batch.keys()) this.#waiting.delete(key)
    this.#inFlight = new Map(batch)
    return batch
  }

  #takeBack(clears: boolean): void {
    this.#toClear ||= clears
    // put back first, because they have waited longest
    const newer = this.#waiting
    this.#waiting = new Map(this.#inFlight)
    this.#inFlight = new Map()
    for (const [key, value] of newer) this.#waiting.set(key, value)
    while (this.#waiting.size > this.#options.most) this.#dropOldest()
  }

  #dropOldest(): void {
    const [oldest] = this.#waiting.keys()
    if (oldest !== undefined) this.#waiting.delete(oldest)
  }
}
