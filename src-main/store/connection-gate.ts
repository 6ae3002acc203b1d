import { AsyncLocalStorage } from 'node:async_hooks'

import { StoreUnavailable } from './store-errors.ts'

/** Lock on the connection: one holder at a time. The others wait in line. */
export class ConnectionGate {
  /** Resolves when the connection is free. */
  #free: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined
  #closed = false
  readonly #transaction = new AsyncLocalStorage<{ open: boolean }>()

  /** Waits until the connection is free, and takes it. Throws StoreUnavailable after `close`. */
  async acquire(): Promise<void> {
    if (this.#transaction.getStore()?.open) {
      // reject: the transaction and the caller would wait for each other forever
      throw new Error('within a transaction, use the queries that the transaction gave')
    }
    const before = this.#free
    let release = () => {}
    this.#free = new Promise((resolve) => (release = resolve))
    await before
    if (this.#closed) {
      release()
      throw new StoreUnavailable('the store is closed')
    }
    this.#release = release
  }

  release(): void {
    this.#release()
  }

  /** Runs the work of a transaction that holds the connection. Waiting for the gate inside it is an error. */
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = { open: true }
    try {
      return await this.#transaction.run(scope, work)
    } finally {
      scope.open = false // work started in it without awaiting may continue later
    }
  }

  /** Waits for the holders in line, then closes the gate. */
  async close(): Promise<void> {
    await this.acquire()
    this.#closed = true
    this.release()
  }
}
