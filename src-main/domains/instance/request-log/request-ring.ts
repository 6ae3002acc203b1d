/** Entry of a ring, with the memory that it takes. */
interface Sized {
  readonly id: number
  readonly size: number
}

/** List of the latest entries, bounded in number and size. The oldest are dropped first; the newest always stays. */
export class RequestRing<Entry extends Sized> {
  readonly #capacity: number
  readonly #maxSize: number
  #slots: (Entry | undefined)[] = []
  #first = 0
  #count = 0
  #size = 0

  constructor({ capacity, maxSize }: { capacity: number; maxSize: number }) {
    this.#capacity = capacity
    this.#maxSize = maxSize
  }

  get count(): number {
    return this.#count
  }

  get size(): number {
    return this.#size
  }

  push(entry: Entry): void {
    if (this.#count === this.#capacity) this.#dropOldest()
    this.#slots[(this.#first + this.#count) % this.#capacity] = entry
    this.#count++
    this.#size += entry.size
    while (this.#size > this.#maxSize && this.#count > 1) this.#dropOldest()
  }

  #dropOldest(): void {
    this.#size -= this.#slots[this.#first]?.size ?? 0
    this.#slots[this.#first] = undefined
    this.#first = (this.#first + 1) % this.#capacity
    this.#count--
  }

  clear(): void {
    this.#slots = []
    this.#first = this.#count = this.#size = 0
  }

  /** Lists the entries, oldest first. */
  entries(): Entry[] {
    return Array.from(
      { length: this.#count },
      (_none, index) => this.#slots[(this.#first + index) % this.#capacity],
    ).filter((entry) => entry !== undefined)
  }

  find(id: number): Entry | undefined {
    return this.entries().find((entry) => entry.id === id)
  }
}
