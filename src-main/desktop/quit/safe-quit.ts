interface Options {
  /** Lists in words what quitting would cut short. */
  work: () => readonly string[]
  /** Says to proxies that the services are about to end, or that they go on after all. */
  drain: (isDraining: boolean) => void
  /** Shows what is under way, until `done` is aborted or the person decides. */
  ask: (work: readonly string[], done: AbortSignal) => Promise<'quit now' | 'stay'>
  quit: () => void
  /** The app goes on after all. */
  onStay: () => void
  /** For tests. */
  times?: Times
}

interface Times {
  /** Pause between two looks at the work. */
  readonly lookMs: number
  /** Time in which requests usually end, so that nobody need be asked. */
  readonly graceMs: number
}

const TIMES: Times = { lookMs: 50, graceMs: 1000 }

/** Lets the app quit once nothing is under way any more, or once the person says so. */
export class SafeQuit {
  readonly #options: Options
  #state: 'none' | 'waiting' | 'ready' = 'none'

  constructor(options: Options) {
    this.#options = options
  }

  /** Checks whether the app may quit at once. Otherwise it quits later, unless the person wants it to stay. */
  mayQuit(): boolean {
    const { work, drain } = this.#options
    if (this.#state === 'ready') return true
    if (this.#state === 'waiting') return false
    drain(true)
    this.#state = work().length === 0 ? 'ready' : 'waiting'
    if (this.#state === 'ready') return true
    void this.#finish()
    return false
  }

  /** The person keeps the app: it serves on, and the next time everything is looked at anew. */
  stay(): void {
    this.#state = 'none'
    this.#options.drain(false)
    this.#options.onStay()
  }

  async #finish(): Promise<void> {
    const { ask, work, quit } = this.#options
    const { graceMs } = this.#times
    const done = new AbortController()
    const isDone = this.#isIdle(done.signal).then(() => 'done' as const)
    const isOver = await Promise.race([isDone, pause(graceMs).then(() => undefined)])
    // the message closes by itself once the work is done
    const choice =
      isOver ?? (await Promise.race([isDone, ask(work(), done.signal).catch(() => 'stay' as const)]))
    done.abort()
    if (choice === 'stay') return this.stay()
    this.#state = 'ready'
    quit()
  }

  /** Resolves once two looks in a row find no work: between them answers leave. */
  async #isIdle(stopped: AbortSignal): Promise<void> {
    let idleLooks = 0
    while (idleLooks < 2 && !stopped.aborted) {
      await pause(this.#times.lookMs)
      idleLooks = this.#options.work().length === 0 ? idleLooks + 1 : 0
    }
  }

  get #times(): Times {
    return this.#options.times ?? TIMES
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
