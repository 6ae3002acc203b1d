/** A cache bounded in number and in size; the least recently used entries go first, the newest always stays. */
export class BoundedCache<V> {
  readonly #maxEntries: number
  readonly #maxSize: number
  readonly #sizeOf: (value: V) => number
  // a Map remembers the order of insertion: the first entry is the least recently used one
  readonly #entries = new Map<string, V>()
  #size = 0

  constructor({ maxEntries, maxSize, sizeOf }: BoundedCacheOptions<V>) {
    this.#maxEntries = maxEntries
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
  }

  get count(): number {
    return this.#entries.size
  }

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const oldest of this.#entries.keys()) {
      const fits = this.#entries.size <= this.#maxEntries && this.#size <= this.#maxSize
      if (fits || this.#entries.size === 1) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#size -= this.#sizeOf(value)
  }
}

interface BoundedCacheOptions<V> {
  maxEntries: number
  /** Largest total size, in the unit of `sizeOf`. */
  maxSize: number
  sizeOf: (value: V) => number
}
