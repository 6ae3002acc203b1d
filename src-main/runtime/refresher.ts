import type { Logger } from '#kernel/logger.ts'

interface Options {
  /** For the log: "the access directory". */
  name: string
  /** Reads the source and replaces what is kept, all or nothing. */
  read: () => Promise<void>
  /** Absent in tests of a single directory. */
  logger?: Logger | undefined
  /** Milliseconds before the first retry; doubled with each failure. */
  firstRetryMs?: number
}

const FIRST_RETRY_MS = 50
const MAX_RETRY_MS = 1000

/**
 * Keeps a copy in memory up to date with the store. Reads run one at a time. A read requested during another one
 * starts after it, so the last read sees the last commit. A failed read is retried until it succeeds, so that a
 * revoked right does not stay in force.
 */
export class Refresher {
  readonly #options: Options
  #running: Promise<void> = Promise.resolve()
  /** The read that has not begun: all who ask meanwhile share it. */
  #next: Promise<void> | undefined
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** True while the last read has failed: what is kept may be out of date. */
  get isStale(): boolean {
    return this.#failures > 0
  }

  /** Reads again. Rejects with what the read rejected with; retries go on in the background. */
  reload(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#running = this.#read()
        return this.#running
      })
    return this.#next
  }

  /** Ends the retries. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      await this.#options.read()
      this.#failures = 0
    } catch (error) {
      this.#retryLater(error)
      throw error
    }
  }

  #retryLater(error: unknown): void {
    if (this.#isStopped) return
    const { name, logger, firstRetryMs = FIRST_RETRY_MS } = this.#options
    const retryInMs = Math.min(firstRetryMs * 2 ** this.#failures++, MAX_RETRY_MS)
    logger?.error({ err: error, retryInMs }, `${name} could not be read and may be out of date`)
    this.#timer = setTimeout(() => void this.reload().catch(() => undefined), retryInMs)
    this.#timer.unref()
  }
}
