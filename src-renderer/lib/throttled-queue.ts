interface Options<T> {
  /** Least time between two rounds. */
  paceMs: number
  /** Items of one key in one round are handled once. */
  keyOf: (item: T) => string
  /** Handles the items of one round: at most one more than `most`, which stands for any number. */
  round: (items: readonly T[]) => void
  /** Maximum number of different items that one round tells apart. */
  most: number
}

/** Handles the first item at once, and later items in batches, so that many items do not block the window. */
export class ThrottledQueue<T> {
  readonly #options: Options<T>
  #waiting = new Map<string, T>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options<T>) {
    this.#options = options
  }

  add(item: T): void {
    // beyond the bound, only the number counts
    if (this.#waiting.size <= this.#options.most) this.#waiting.set(this.#options.keyOf(item), item)
    if (this.#timer === undefined) this.#handle()
  }

  /** Forgets what waits. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.clear()
  }

  #handle(): void {
    const items = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#timer = undefined
    if (items.length === 0) return
    this.#timer = setTimeout(() => this.#handle(), this.#options.paceMs)
    this.#options.round(items)
  }
}
