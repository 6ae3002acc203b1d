import type { OpenPort, PortOpener } from '../../kernel/port-opener.ts'

/** A port and what it answers as; versions in three numbers. */
export interface ListenerPlan {
  port: number
  contract: string
  /** Strict: the version to answer as already. */
  strict: string | null
}

interface Held {
  port?: OpenPort
  failure: string | null
}

/** The further ports of the instance while it runs. What is not to be opened is told with its reason. */
export class ListeningPorts {
  /** Of the settings and the command line: whoever started the instance wants them. */
  readonly fixed: readonly ListenerPlan[]
  readonly #opener: PortOpener
  readonly #held = new Map<number, Held>()
  /** Ports are opened and closed one after the other: the same one may be closed and opened at once. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(opener: PortOpener, fixed: readonly ListenerPlan[]) {
    this.#opener = opener
    this.fixed = fixed
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

  /** Opens those of the settings, then those of the window. Throws what keeps one of the settings from opening. */
  async start(stored: readonly ListenerPlan[]): Promise<void> {
    for (const plan of this.fixed) {
      await this.open(plan)
      const failure = this.failureOf(plan.port)
      if (failure !== null) throw new Error(failure)
    }
    for (const plan of stored) if (!this.isFixed(plan.port)) await this.open(plan)
  }

  /** Opens a port, or opens it anew as something else; never throws. */
  async open({ port, contract, strict }: ListenerPlan): Promise<void> {
    await this.#inTurn(async () => {
      await this.#close(port)
      try {
        this.#held.set(port, { port: await this.#opener.open(port, strict ?? contract), failure: null })
      } catch (error) {
        this.#held.set(port, { failure: error instanceof Error ? error.message : String(error) })
      }
    })
  }

  async close(port: number): Promise<void> {
    await this.#inTurn(() => this.#close(port))
  }

  async closeAll(): Promise<void> {
    for (const port of [...this.#held.keys()]) await this.close(port)
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
