import { AsyncLocalStorage } from 'node:async_hooks'

import { StoreUnavailable } from './store-errors.ts'

/** One at a time: whoever has passed the gate has the connection alone. Those who wait stand in line. */
export class ConnectionGate {
  /** Resolves when the connection is free. */
  #free: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined
  #closed = false
  readonly #transaction = new AsyncLocalStorage<{ open: boolean }>()

  /** Waits until the connection is free, and takes it. Throws StoreUnavailable after `close`. */
  async acquire(): Promise<void> {
    if (this.#transaction.getStore()?.open) {
      // it would wait for the transaction, and the transaction for it: nobody would ever get the connection again
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

  /** Runs the work of a transaction, whose connection the caller has; a wait for the gate in it is an error. */
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = { open: true }
    try {
      return await this.#transaction.run(scope, work)
    } finally {
      scope.open = false // what was started in it and not waited for may go on by itself
    }
  }

  /** Waits for those in line, then lets nobody in any more. */
  async close(): Promise<void> {
    await this.acquire()
    this.#closed = true
    this.release()
  }
}
