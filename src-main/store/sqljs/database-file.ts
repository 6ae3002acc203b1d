import { FileReplaced } from '../store-errors.ts'
import type { FileSystem } from './file-system.ts'
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

  /** Number of writes to the write-ahead log. It grows with each commit. */
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
        const failure = error ?? this.#findReplaced()
        if (!failure) return resolve()
        volume.freeze(failure)
        reject(failure)
      })
    })
  }

  /**
   * Finds a file whose path does not lead to it any more, because the data folder was deleted or replaced: a write to
   * it succeeds and is lost. Checked at every sync, so before every acknowledgement.
   */
  #findReplaced(): FileReplaced | undefined {
    const volume = this.#volume
    for (const path of [volume.database, volume.log]) {
      const open = this.#files.find(volume, path)
      if (open && !leadsTo(volume.fs, path, open.fd)) return new FileReplaced(path)
    }
    return undefined
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

function leadsTo(fs: FileSystem, path: string, fd: number): boolean {
  try {
    const [named, open] = [fs.statSync(path), fs.fstatSync(fd)]
    return named.ino === open.ino && named.dev === open.dev
  } catch {
    return false
  }
}
