import { GroupCommit } from './group-commit.ts'
import type { FileSystem } from './sqljs/file-system.ts'
import type { SqlJsFiles } from './sqljs/load-sqljs.ts'
import type { SqlJsDatabase, SqlValue } from './sqljs/wasm-heap.ts'
import { StatementCache } from './statement-cache.ts'
import type { Parameter, Row } from './statement.ts'
import { StoreFull, StoreUnavailable } from './store-errors.ts'

const CACHE_KIB = 32 * 1024

/** Exclusive first: a write-ahead log without shared memory needs it before the first access (design/store.md). */
const PRAGMAS = `
  pragma synchronous = normal;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma trusted_schema = off;
  pragma cache_size = -${CACHE_KIB};
  pragma wal_autocheckpoint = 1000;
  pragma journal_size_limit = 67108864;
`

export interface Result {
  rows: Row[]
  /** Rows inserted, updated or deleted by the statement. */
  changes: number
}

/** One SQLite database on a real file: a single connection that owns it. */
export class SqliteConnection {
  readonly file: string
  readonly #files: SqlJsFiles
  readonly #database: SqlJsDatabase
  readonly #statements: StatementCache
  readonly #commits: GroupCommit
  #inTransaction = false

  /** Opens the file, creating it if it is not there. Throws what SQLite says of a file that is none of its own. */
  constructor(files: SqlJsFiles, file: string, fs?: FileSystem) {
    this.file = file
    this.#files = files
    this.#database = files.open(file, fs)
    this.#statements = new StatementCache(this.#database)
    this.#commits = new GroupCommit(() => files.sync(`${file}-wal`))
    try {
      this.#database.exec('pragma locking_mode = exclusive')
      const mode = this.pragma('journal_mode = wal')
      if (mode !== 'wal') throw new Error(`the journal mode is ${String(mode)}, not wal`)
      this.#database.exec(PRAGMAS)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  /** Why writes are refused until the file is opened anew; null: they are not. */
  get failure(): string | null {
    return this.#commits.failure?.message ?? null
  }

  run(sql: string, parameters: readonly Parameter[]): Result {
    if (!this.#inTransaction) this.#refuseIfFailed(sql)
    try {
      const rows = this.#statements.get(sql).all(parameters)
      const changes = this.#database.getRowsModified()
      if (!this.#inTransaction && !isRead(sql)) this.#commits.noteCommit()
      return { rows, changes }
    } catch (error) {
      throw this.#explain(error)
    }
  }

  begin(): void {
    if (this.#commits.failure) throw this.#commits.failure
    this.run('begin immediate', [])
    this.#inTransaction = true
  }

  commit(): void {
    this.run('commit', [])
    this.#inTransaction = false
    this.#commits.noteCommit()
  }

  rollback(): void {
    this.#inTransaction = false
    try {
      this.#statements.get('rollback').all([])
    } catch {
      // after a full disk or an I/O error SQLite has rolled back by itself: there is no transaction any more
    }
  }

  /** Several statements of our own, without parameters. */
  exec(sql: string): void {
    try {
      this.#database.exec(sql)
      this.#commits.noteCommit()
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** The first value that a pragma answers. */
  pragma(text: string): SqlValue | undefined {
    return this.#database.exec(`pragma ${text}`)[0]?.values[0]?.[0]
  }

  durable(): Promise<void> {
    return this.#commits.durable()
  }

  /** A consistent, compact copy into a file that must not exist. */
  vacuumInto(file: string): void {
    this.exec(`vacuum into '${file.replaceAll("'", "''")}'`)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #refuseIfFailed(sql: string): void {
    if (this.#commits.failure && !isRead(sql)) throw this.#commits.failure
  }

  /** SQLite says "disk I/O error" or "database or disk is full"; what the system said is worth more. */
  #explain(error: unknown): unknown {
    const message = error instanceof Error ? error.message : ''
    if (/disk is full/i.test(message)) return new StoreFull(this.#files.lastError() ?? error)
    if (/disk I\/O error|unable to open database file|readonly database/i.test(message)) {
      return new StoreUnavailable('the data folder takes no writes', this.#files.lastError() ?? error)
    }
    return error
  }
}

const isRead = (sql: string) => /^\s*(select|with|pragma)\b/i.test(sql)
