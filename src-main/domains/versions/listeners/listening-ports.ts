import { messageOf } from '#shared/errors/message-of.ts'
import type { OpenPort, PortOpener } from '#kernel/port-opener.ts'

/** Port and the version it answers as, in three numbers. */
export interface ListenerPlan {
  port: number
  contract: string
  /** Strict: the version to answer as already. */
  strict: string | null
}

interface Held {
  plan: ListenerPlan
  port?: OpenPort
  failure: string | null
}

/** Further ports of the running instance. A port that cannot be opened is listed with the reason. */
export class ListeningPorts {
  /** Ports from the settings and the command line. */
  readonly fixed: readonly ListenerPlan[]
  readonly #opener: PortOpener
  readonly #held = new Map<number, Held>()
  /**
   * Last queued operation. Ports are opened and closed one after the other, since the same port may be closed
   * and opened at once.
   */
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false
  #isStarted = false

  constructor(opener: PortOpener, fixed: readonly ListenerPlan[]) {
    this.#opener = opener
    this.fixed = fixed
  }

  /** True for a port that is one of them, open or not. */
  has(port: number): boolean {
    return this.#held.has(port)
  }

  isFixed(port: number): boolean {
    return this.fixed.some((plan) => plan.port === port)
  }

  urlOf(port: number): string {
    return this.#held.get(port)?.port?.url ?? this.#opener.urlOf(port)
  }

  failureOf(port: number): string | null {
    const held = this.#held.get(port)
    return held ? held.failure : 'It is not opened yet.'
  }

  /** Describes each port in a line: its URL and version, or why it is not open. */
  describe(): string[] {
    return [...this.#held].map(
      ([
        port,
        {
          plan: { contract, strict },
          failure,
        },
      ]) => {
        const version = strict === null ? contract : `${contract}, strictly as ${strict}`
        return failure === null
          ? `${this.urlOf(port)} answers as ${version}`
          : `Not as ${version}: ${failure}`
      },
    )
  }

  /**
   * Opens the ports of the settings, then those of the window. Throws if one of the settings cannot be
   * opened.
   */
  async start(stored: readonly ListenerPlan[]): Promise<void> {
    this.#isStarted = true
    for (const plan of this.fixed) {
      await this.open(plan)
      const failure = this.failureOf(plan.port)
      if (failure !== null) throw new Error(failure)
    }
    for (const plan of stored) if (!this.isFixed(plan.port)) await this.open(plan)
  }

  /**
   * Opens and closes the ports of the window as another process has stored them, once the ports are open. Reads in turn:
   * what was opened before is stored by then, and is not closed.
   */
  async follow(read: () => Promise<readonly ListenerPlan[]>): Promise<void> {
    if (!this.#isStarted) return
    await this.#inTurn(async () => {
      const stored = await read()
      for (const { plan } of [...this.#held.values()])
        if (!this.isFixed(plan.port) && !stored.some(({ port }) => port === plan.port))
          await this.#close(plan.port)
      for (const plan of stored) if (!this.isFixed(plan.port)) await this.#open(plan)
    })
  }

  /** Opens a port, or reopens it with another plan; one that is open stays. Never throws. */
  async open(plan: ListenerPlan): Promise<void> {
    await this.#inTurn(() => this.#open(plan))
  }

  async close(port: number): Promise<void> {
    await this.#inTurn(() => this.#close(port))
  }

  /** Closes all ports, including those being opened. No port is opened afterwards. */
  async closeAll(): Promise<void> {
    this.#isOver = true
    await this.#inTurn(async () => {
      for (const port of [...this.#held.keys()]) await this.#close(port)
    })
  }

  #isOpen({ port, contract, strict }: ListenerPlan): boolean {
    const held = this.#held.get(port)
    return held?.port !== undefined && held.plan.contract === contract && held.plan.strict === strict
  }

  async #open(plan: ListenerPlan): Promise<void> {
    const { port, contract, strict } = plan
    if (this.#isOpen(plan)) return
    // until the port is open, or cannot be opened again, the list says what it said before
    await this.#held.get(port)?.port?.close()
    if (this.#isOver) return void this.#held.delete(port)
    try {
      const opened = await this.#opener.open(port, strict ?? contract)
      this.#held.set(port, { plan, port: opened, failure: null })
    } catch (error) {
      const failure = messageOf(error)
      this.#held.set(port, { plan, failure })
    }
  }

  async #close(port: number): Promise<void> {
    const held = this.#held.get(port)
    this.#held.delete(port)
    await held?.port?.close()
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
