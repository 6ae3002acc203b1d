import type { OpenFiles } from './open-files.ts'
import type { Volume } from './volume.ts'
import type { SqlJsDatabase } from './wasm-heap.ts'

/** One open database, and what can be said of its files. */
export class DatabaseFile {
  readonly database: SqlJsDatabase
  readonly #volume: Volume
  readonly #files: OpenFiles

  constructor(database: SqlJsDatabase, volume: Volume, files: OpenFiles) {
    this.database = database
    this.#volume = volume
    this.#files = files
  }

  get path(): string {
    return this.#volume.database
  }

  /** The last error of the operating system. */
  get lastError(): unknown {
    return this.#volume.lastError
  }

  /** The sync that failed; from then on nothing is written until the database is opened anew. */
  get failedSync(): Error | undefined {
    return this.#volume.frozen
  }

  /** How often the write-ahead log was written to: grows with each commit. */
  get logWrites(): number {
    return this.#volume.logWrites
  }

  /** Brings the write-ahead log, and so every commit, to the disk without blocking. Rejects if that fails. */
  syncLog(): Promise<void> {
    const volume = this.#volume
    if (volume.frozen) return Promise.reject(volume.frozen)
    const log = this.#files.find(volume, volume.log)
    if (!log) return Promise.reject(new Error(`${volume.log} is not open`))
    return new Promise((resolve, reject) => {
      volume.fs.fdatasync(log.fd, (error) => {
        if (!error) return resolve()
        volume.freeze(error)
        reject(error)
      })
    })
  }

  /** From now on nothing is written, not even what SQLite would write when it closes. */
  freeze(why: Error): void {
    this.#volume.freeze(why)
  }

  /** Closes it; SQLite writes the log back and removes it, unless it is frozen. */
  close(): void {
    try {
      this.database.close()
    } finally {
      this.#files.unmount(this.#volume)
    }
  }
}
