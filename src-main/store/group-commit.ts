import { StoreUnavailable } from './store-errors.ts'

/**
 * Makes commits durable together: a commit returns at once, and `durable` resolves after one sync that all commits of
 * that turn of the event loop share (design/store.md, "Group commit"). After a failed sync what the system has cached
 * is not to be trusted: nothing more is promised until the file is opened anew.
 */
export class GroupCommit {
  readonly #sync: () => Promise<void>
  #committed = 0
  #durable = 0
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #failure: StoreUnavailable | undefined

  /** `sync` brings everything written so far to the disk. */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  /** Why nothing can be promised any more; undefined: all is well. */
  get failure(): StoreUnavailable | undefined {
    return this.#failure
  }

  /** A transaction has been committed. */
  noteCommit(): void {
    this.#committed++
  }

  /** Resolves when everything committed so far is on the disk; rejects when that cannot be said. */
  async durable(): Promise<void> {
    if (this.#failure) throw this.#failure
    if (this.#durable >= this.#committed) return
    if (!this.#running) return (this.#running = this.#run())
    // the running sync may have begun before our commit: wait for the one after it, together with everybody else
    return (this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        if (this.#failure) throw this.#failure
        return (this.#running = this.#run())
      }))
  }

  async #run(): Promise<void> {
    try {
      // one turn of the event loop: requests that arrived together share the sync
      await new Promise((resolve) => setImmediate(resolve))
      const upTo = this.#committed
      await this.#sync()
      this.#durable = Math.max(this.#durable, upTo)
    } catch (error) {
      this.#failure = new StoreUnavailable('a write could not be brought to the disk; restart Halyard', error)
      throw this.#failure
    } finally {
      this.#running = undefined
    }
  }
}
