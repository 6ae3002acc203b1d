import { setImmediate as realTurn, setTimeout as realDelay } from 'node:timers/promises'

/** Something that happens at a time of its own. */
export interface Happening {
  readonly at: number
  readonly run: () => void
  /** Real work that has to be done first; everything else stands still meanwhile. */
  readonly prepare: (() => Promise<unknown>) | undefined
  isCancelled: boolean
}

// before they are taken over
const turn = realTurn
const delay = realDelay

/** Work that nothing here schedules, such as a compilation in another thread, may take so long. */
const REAL_WAITS = { each: 1, most: 10_000 }
/** The clock of a machine is exact to its ticks only. */
const JITTER_MS = 1

/**
 * Time of a simulated world: nothing passes but by what happens next. Each happening runs to its end, with all promises that it
 * settles, before the next begins, so that one seed gives one history.
 */
export class VirtualTime {
  #elapsed = 0
  #wallAhead: number
  /** The earliest first, of one time the first scheduled. */
  readonly #coming: Happening[] = []
  readonly #random: () => number

  constructor(start: number, random: () => number) {
    this.#wallAhead = start
    this.#random = random
  }

  /** Milliseconds since the beginning; only ever forward. */
  get elapsed(): number {
    return this.#elapsed
  }

  /** Time of the clock on the wall, in milliseconds since 1970. */
  get wall(): number {
    return Math.floor(this.#elapsed + this.#wallAhead)
  }

  /** Sets the clock on the wall, as an administrator or NTP does. */
  jump(milliseconds: number): void {
    this.#wallAhead += milliseconds
  }

  /** Lets time pass in which nothing happens: what was due comes late. */
  lose(milliseconds: number): void {
    this.#elapsed += milliseconds
  }

  /** Runs something later: at the end of this time if `milliseconds` is 0, else with the inaccuracy of a real clock. */
  after(milliseconds: number, run: () => void, prepare?: () => Promise<unknown>): Happening {
    const at = this.#elapsed + (milliseconds > 0 ? milliseconds + this.#random() * JITTER_MS : 0)
    const happening = { at, run, prepare, isCancelled: false }
    this.#coming.splice(this.#coming.findLastIndex((one) => one.at <= at) + 1, 0, happening)
    return happening
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve))
  }

  /** Does real work, such as reading a file, as if it took `milliseconds`. */
  external<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let done: Promise<T> | undefined
      const prepare = () => (done = work()).catch(() => undefined)
      // settled by then
      this.after(milliseconds, () => void done?.then(resolve, reject), prepare)
    })
  }

  /** Lets the world go on until a promise is settled; rejects if nothing is left that could settle it. */
  async drive<T>(main: Promise<T>): Promise<T> {
    let isSettled = false
    void main.then(
      () => (isSettled = true),
      () => (isSettled = true),
    )
    await turn()
    for (let waited = 0; !isSettled;) {
      const next = this.#takeNext()
      if (!next) {
        if (waited >= REAL_WAITS.most)
          throw new Error('nothing is left that could happen: somebody waits for ever')
        await delay(REAL_WAITS.each)
        waited += REAL_WAITS.each
        continue
      }
      waited = 0
      this.#elapsed = Math.max(this.#elapsed, next.at)
      await next.prepare?.()
      next.run()
      await turn()
    }
    return main
  }

  /** Forgets what was to come: the machine that wanted it is gone. */
  drop(): void {
    this.#coming.length = 0
  }

  #takeNext(): Happening | undefined {
    let next = this.#coming.shift()
    while (next?.isCancelled) next = this.#coming.shift()
    return next
  }
}
