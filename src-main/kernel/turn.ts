const MAX_TURN_MS = 8

/** A long computation that others need not wait for: it pauses when its turn of the event loop has been long enough. */
export class Turn {
  // a duration, not an instant: no clock of the service is asked
  #began = performance.now()

  async pause(): Promise<void> {
    if (performance.now() - this.#began < MAX_TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#began = performance.now()
  }
}
