import type { Queries } from '#store/queries.ts'

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
  /** Joins an entry that could not be written with the one that was set meanwhile; without it the newer one counts. */
  merge?: (older: V, newer: V) => V
  /**
   * Entries that can never be written are dropped, if `isMeant` says so of the error. Without it such an entry comes back with
   * each flush, and holds up the others of its batch.
   */
  unstorable?: { isMeant: (error: unknown) => boolean; drop: (value: V, error: unknown) => void }
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
  /** Number of entries to write one by one, to find those that cannot be stored. */
  #alone = 0

  constructor(options: Options<K, V>) {
    this.#options = options
  }

  /** The number of entries that wait. */
  get size(): number {
    return this.#waiting.size
  }

  /** Returns an entry that waits and is in no transaction yet: it may be changed. */
  get(key: K): V | undefined {
    return this.#waiting.get(key)
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
    await this.#settle()
    // leave later entries to the next flush, or this one might never end
    let left = this.#waiting.size
    if (left === 0 && !this.#toClear) return
    do {
      const most = this.#alone > 0 ? 1 : (this.#options.batch ?? BATCH)
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
        else if (!clears && this.#passOver(error)) continue
        else this.#takeBack(clears)
        throw error
      }
      this.#alone = Math.max(0, this.#alone - most)
      this.#noteWritten()
      left -= most
    } while (left > 0 && (this.#waiting.size > 0 || this.#toClear))
  }

  /** Drops an entry that cannot be stored, or has the entries of its batch written one by one to find it. */
  #passOver(error: unknown): boolean {
    const { unstorable } = this.#options
    if (!unstorable?.isMeant(error) || this.#inFlight.size === 0) return false
    if (this.#inFlight.size > 1) {
      this.#alone = this.#inFlight.size
      this.#takeBack(false)
      return true
    }
    for (const value of this.#inFlight.values()) unstorable.drop(value, error)
    this.#inFlight = new Map()
    this.#alone = Math.max(0, this.#alone - 1)
    return true
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
    const { merge } = this.#options
    for (const [key, value] of newer) {
      const older = this.#waiting.get(key)
      this.#waiting.set(key, merge && older !== undefined ? merge(older, value) : value)
    }
    while (this.#waiting.size > this.#options.most) this.#dropOldest()
  }

  #dropOldest(): void {
    const [oldest] = this.#waiting.keys()
    if (oldest !== undefined) this.#waiting.delete(oldest)
  }
}
