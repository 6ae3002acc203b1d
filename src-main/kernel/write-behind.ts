import type { Queries } from '../store/queries.ts'

/** Runs work in a transaction of the store. */
export type Transaction = (work: (queries: Queries) => Promise<void>) => Promise<void>

interface Options<K, V> {
  /** Writes a batch. It runs within the transaction and may be run again with the same entries. */
  write: (queries: Queries, batch: ReadonlyMap<K, V>) => Promise<void>
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
 * the buffer, except for entries that were set or deleted meanwhile.
 */
export class WriteBehind<K, V> {
  readonly #options: Options<K, V>
  #waiting = new Map<K, V>()
  #inFlight = new Map<K, V>()
  #toClear = false
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
    // leave later entries to the next flush, or this one might never end
    let left = this.#waiting.size
    if (left === 0 && !this.#toClear) return
    do {
      let clears = false
      try {
        // chosen within the transaction: a `clear` applies before or after the whole batch
        await transaction(async (queries) => {
          clears = this.#toClear
          this.#toClear = false
          if (clears) await this.#options.clear?.(queries)
          const batch = this.#take(most)
          if (batch.size > 0) await this.#options.write(queries, batch)
        })
      } catch (error) {
        this.#takeBack(clears)
        throw error
      }
      this.#inFlight = new Map()
      left -= most
    } while (left > 0)
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
