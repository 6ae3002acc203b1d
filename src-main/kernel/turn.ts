const MAX_TURN_MS = 8

/** A long computation that others need not wait for: it pauses when its turn of the event loop has been long enough. */
export class Turn {
  // measures a duration, so it does not use the clock of the service
  #began = performance.now()

  /** True if it is time to pause. Loops with many short steps ask this first, as each await takes time too. */
  get isOver(): boolean {
    return performance.now() - this.#began >= MAX_TURN_MS
  }

  async pause(): Promise<void> {
    if (!this.isOver) return
    await nextTurn()
    this.#began = performance.now()
  }
}

/** Computations that have paused; at most one a request, so that their number is bounded by that of the requests. */
const waiting: (() => void)[] = []

/** Resumes one computation in each turn of the event loop: many of them together hold it up no longer than one does. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeOne)
  })
}

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}
