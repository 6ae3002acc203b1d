import type { Logger } from '#kernel/logger.ts'
import { Refresher } from './refresher.ts'

interface Options<Value> {
  /** For the log: "the policies in force". */
  name: string
  /** Value until it was read for the first time. */
  initial: Value
  read: () => Promise<Value>
  logger?: Logger | undefined
}

/** Small value of the store that is kept in memory, because each request or write asks for it. A read that fails is retried. */
export class KeptCopy<Value> {
  #value: Value
  readonly #refreshing: Refresher
  /** One function: however often a write asks for it, it runs once. */
  readonly #reload = (): Promise<void> => this.reload()

  constructor({ name, initial, read, logger }: Options<Value>) {
    this.#value = initial
    this.#refreshing = new Refresher({
      name,
      logger,
      read: async () => {
        this.#value = await read()
      },
    })
  }

  get value(): Value {
    return this.#value
  }

  reload(): Promise<void> {
    return this.#refreshing.reload()
  }

  /** Reads again after the commit: a change then holds from its own response on. */
  refreshAfter({ onCommit }: { onCommit: (effect: () => Promise<void>) => void }): void {
    onCommit(this.#reload)
  }

  /** Ends the retries, before the store closes. */
  stop(): void {
    this.#refreshing.stop()
  }
}
