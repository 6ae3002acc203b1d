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
  /** The sync that runs. */
  #running: Promise<void> | undefined
  /** The sync that has not begun: every commit until then is part of it. */
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
    return (this.#next ??= this.#gather())
  }

  /** Waits for the running sync, or for the end of this turn of the event loop, so that others can join; then syncs. */
  async #gather(): Promise<void> {
    if (this.#running) await this.#running.catch(() => undefined)
    else await new Promise((resolve) => setImmediate(resolve))
    this.#next = undefined
    if (this.#failure) throw this.#failure
    return (this.#running = this.#run())
  }

  async #run(): Promise<void> {
    const upTo = this.#committed
    try {
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
