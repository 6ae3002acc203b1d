import path from 'node:path'

import type { FileSystem } from './file-system.ts'

/** Location of one database, its write-ahead log and its journal, and the state of these files. */
export class Volume {
  readonly database: string
  readonly fs: FileSystem
  /** Number of writes to the write-ahead log. */
  logWrites = 0
  /** The last error of the operating system: SQLite itself says no more than "disk I/O error". */
  lastError: unknown
  #frozen: Error | undefined

  constructor(database: string, fs: FileSystem) {
    this.database = database
    this.fs = fs
  }

  get log(): string {
    return `${this.database}-wal`
  }

  /** The database and what SQLite puts beside it, but no backup that is written from it. */
  owns(file: string): boolean {
    return file === this.database || file.startsWith(`${this.database}-`)
  }

  /** Checks whether a file is in the database's folder or below. */
  contains(file: string): boolean {
    return file.startsWith(path.dirname(this.database) + path.sep)
  }

  /** Reason why writes are blocked. undefined: they are not. */
  get frozen(): Error | undefined {
    return this.#frozen
  }

  /**
   * After a failed sync the system may have dropped what it had cached, and the next sync would say that all is well.
   * So nothing more is written, not even by a checkpoint that SQLite attempts by itself: it would copy pages that are
   * not on the disk, and then throw away the log (ADR 0002).
   */
  freeze(why: unknown): void {
    this.#frozen ??= why instanceof Error ? why : new Error(String(why))
  }

  /** Throws if a file must no longer be changed. */
  requireWritable(file: string): void {
    if (this.#frozen && this.owns(file)) {
      // without the errno: more space does not repair a sync that failed for lack of space
      throw new Error('nothing more is written', { cause: this.#frozen })
    }
  }
}
