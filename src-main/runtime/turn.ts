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

/** Computations that have paused, and requests that have not begun; at most one a request, so that those bound their number. */
const waiting: (() => void)[] = []

/** Resumes one computation in each turn of the event loop: many of them together hold it up no longer than one does. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeOne)
  })
}

/** Beginning of the first reading request of this turn. */
let turnBegan: number | undefined
/** Reading requests that have not begun: later ones stay behind them. */
let requestsWaiting = 0

/**
 * Makes a request that reads wait for a turn of its own if those that arrived with it have made this one long: the event loop
 * handles all of them before anything else, such as a request of an SDK. Returns undefined if there is room.
 */
export function roomInTurn(): Promise<void> | undefined {
  const now = performance.now()
  if (turnBegan === undefined) {
    turnBegan = now
    setImmediate(() => (turnBegan = undefined))
  }
  if (requestsWaiting === 0 && now - turnBegan < MAX_TURN_MS) return undefined
  requestsWaiting += 1
  return nextTurn().then(() => void (requestsWaiting -= 1))
}

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}
