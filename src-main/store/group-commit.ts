import { FileReplaced, StoreUnavailable } from './store-errors.ts'

/** The write-ahead log, as far as making commits durable goes. */
export interface SyncedLog {
  /** Number of writes to the log. */
  readonly logWrites: number
  /** Error of a failed sync, here or in a checkpoint. After it no write can be confirmed. */
  readonly failedSync: Error | undefined
  /** Brings everything written so far to the disk. */
  syncLog(): Promise<void>
}

const DONE = Promise.resolve()

/**
 * Makes commits durable together: a commit returns at once, and `durable` resolves after one sync that all commits of
 * that turn of the event loop share (ADR 0002). What is to be synced is known from the writes
 * that reached the log, not from the statements: a commit cannot be overlooked.
 */
export class GroupCommit {
  readonly #log: SyncedLog
  readonly #onSynced: () => void
  #synced = 0
  /** Next sync, not begun yet. It covers every commit until it begins. */
  #gathering: Promise<void> | undefined
  #syncing = DONE
  #failure: StoreUnavailable | undefined

  /** `onSynced` is called after each sync. */
  constructor(log: SyncedLog, onSynced: () => void = () => undefined) {
    this.#log = log
    this.#onSynced = onSynced
  }

  /** Reason that nothing can be promised until the database is opened anew; undefined: all is well. */
  get failure(): StoreUnavailable | undefined {
    const { failedSync } = this.#log
    if (!failedSync) return undefined
    const message =
      failedSync instanceof FileReplaced
        ? `${failedSync.message}; stop Halyard, put the data folder back or restore a backup, and start it again`
        : 'a write could not be brought to the disk; restart Halyard'
    return (this.#failure ??= new StoreUnavailable(message, failedSync))
  }

  /** Resolves when everything committed so far is on the disk; rejects with StoreUnavailable when it may not be. */
  durable(): Promise<void> {
    if (this.failure) return Promise.reject(this.failure)
    if (this.#synced >= this.#log.logWrites) return DONE
    return (this.#gathering ??= this.#gather())
  }

  async #gather(): Promise<void> {
    // a running sync may have begun before this commit
    await this.#syncing.catch(() => undefined)
    // one turn of the event loop: commits of requests that arrived together share the sync
    await new Promise((resolve) => setImmediate(resolve))
    this.#gathering = undefined
    this.#syncing = this.#sync()
    await this.#syncing
  }

  async #sync(): Promise<void> {
    const upTo = this.#log.logWrites
    try {
      await this.#log.syncLog()
    } catch (error) {
      throw this.failure ?? error
    }
    // a checkpoint may have failed in the meantime
    if (this.failure) throw this.failure
    this.#synced = upTo
    this.#onSynced()
  }
}
