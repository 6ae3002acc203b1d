/** Writes that follow each other closely are answered by one recheck. */
const PACE_MS = 200
/** Time alone ends sessions and tokens too. */
const EVERY_MS = 2000

/**
 * Wakes open streams so that each checks whether its caller may still read it: after every write, and every two
 * seconds.
 */
export class AccessRechecks {
  readonly #listeners = new Set<() => void>()
  #soon: NodeJS.Timeout | undefined
  #regularly: NodeJS.Timeout | undefined

  /** Returns the function that takes the listener off again. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#regularly ??= setInterval(() => this.#wakeAll(), EVERY_MS).unref()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#regularly)
      clearTimeout(this.#soon)
      this.#regularly = undefined
      this.#soon = undefined
    }
  }

  /** To be called after each committed write. */
  noteWrite(): void {
    if (this.#listeners.size === 0) return
    this.#soon ??= setTimeout(() => this.#wakeAll(), PACE_MS).unref()
  }

  #wakeAll(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
    for (const listener of this.#listeners) listener()
  }
}
