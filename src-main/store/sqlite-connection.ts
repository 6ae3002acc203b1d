import { messageOf } from '#shared/errors/message-of.ts'
import { GroupCommit } from './group-commit.ts'
import type { DatabaseFile } from './sqljs/database-file.ts'
import type { SqlJsDatabase, SqlValue } from './sqljs/wasm-heap.ts'
import type { ReadTurns } from './read-turns.ts'
import { StatementCache } from './statement-cache.ts'
import type { Parameter, Row, Statement } from './statement.ts'
import { DamagedFile, StoreError, StoreFull, StoreUnavailable, WritesHeld } from './store-errors.ts'

const CACHE_KIB = 32 * 1024
const CHECKPOINT_PAGES = 1000
const DAMAGE =
  /^(database disk image is malformed|malformed database schema|file is not a database|unsupported file format)/

// normal: SQLite syncs only at checkpoints, and group-commit.ts syncs each commit
const PRAGMAS = `
  pragma synchronous = normal;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma trusted_schema = off;
  pragma cache_size = -${CACHE_KIB};
  pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
  pragma journal_size_limit = 67108864;
`

export interface Result {
  rows: Row[]
  /** Rows inserted, updated or deleted; undefined for a statement that does none of it. */
  changes: number | undefined
}

/** One SQLite database on a real file: a single connection that owns it. */
export class SqliteConnection {
  readonly #file: DatabaseFile
  readonly #database: SqlJsDatabase
  readonly #statements: StatementCache
  readonly #commits: GroupCommit
  readonly #beforeStatement: (sql: string) => void
  #inTransaction = false
  /** The transaction changed the schema: the statements prepared since are of tables that may not come to be. */
  #schemaChanged = false
  /** Error that ended the open transaction early. */
  #transactionError: StoreError | undefined
  #failure: StoreError | undefined
  #damage: DamagedFile | undefined
  #isHeld = false

  /**
   * Takes over an open file; nothing is read or changed yet. `onDurable` is called after each sync, `beforeStatement`
   * ahead of each statement: an error that it throws counts as SQLite's.
   */
  constructor(
    file: DatabaseFile,
    onDurable: () => void = () => undefined,
    beforeStatement: (sql: string) => void = () => undefined,
  ) {
    this.#beforeStatement = beforeStatement
    this.#file = file
    this.#database = file.database
    this.#statements = new StatementCache(file.database)
    this.#commits = new GroupCommit(file, () => {
      this.#failure = undefined
      onDurable()
    })
    // before the first access, because a write-ahead log without shared memory requires it
    this.exec('pragma locking_mode = exclusive')
  }

  get file(): string {
    return this.#file.path
  }

  /** Error that prevents writes, or null. The next successful write clears a full disk. */
  get failure(): StoreError | null {
    return this.#lasting ?? this.#failure ?? null
  }

  /** Error that prevents writes until the database is reopened: a failed sync, or damaged pages. */
  get #lasting(): StoreError | undefined {
    return this.#commits.failure ?? this.#damage
  }

  /** Turns the write-ahead log on, and everything else that the store rests on. Changes the file. */
  configure(): void {
    const mode = this.pragma('journal_mode = wal')
    if (mode !== 'wal') throw new StoreUnavailable(`the journal mode is ${String(mode)}, not wal`)
    this.exec(PRAGMAS)
  }

  /** Reads through the whole file. Throws DamagedFile, with the first thing that is not as it must be. */
  readThrough(): void {
    const finding = this.pragma('quick_check(1)')
    if (finding !== 'ok') throw this.#explain(new DamagedFile(String(finding)))
  }

  /** Runs one statement. Throws StoreFull, StoreUnavailable, DamagedFile, or what SQLite says of it. */
  run(sql: string, parameters: readonly Parameter[] = []): Result {
    if (this.#transactionError) throw this.#transactionError
    try {
      const statement = this.#prepare(sql)
      return this.#resultOf(statement, statement.all(parameters))
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Runs one statement, as `run` does, with pauses between many rows that it reads. The caller holds the connection. */
  async runInTurns(sql: string, parameters: readonly Parameter[], turns: ReadTurns): Promise<Result> {
    if (this.#transactionError) throw this.#transactionError
    try {
      const statement = this.#prepare(sql)
      if (statement.changes !== 'nothing') return this.#resultOf(statement, statement.all(parameters))
      return this.#resultOf(statement, await statement.allInTurns(parameters, turns))
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #prepare(sql: string): Statement {
    this.#beforeStatement(sql)
    const statement = this.#statements.get(sql)
    if (statement.changes !== 'nothing' && this.#isHeld) throw new WritesHeld()
    if (statement.changes !== 'nothing' && this.#damage) throw this.#damage
    return statement
  }

  #resultOf({ changes }: Statement, rows: Row[]): Result {
    if (changes === 'schema') this.#forgetStatements()
    return { rows, changes: changes === 'rows' ? this.#database.getRowsModified() : undefined }
  }

  /** Several statements of our own, without parameters. */
  exec(sql: string): void {
    try {
      this.#database.exec(sql)
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** The first value that a pragma answers. */
  pragma(text: string): SqlValue | undefined {
    try {
      return this.#database.exec(`pragma ${text}`)[0]?.values[0]?.[0]
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Begins a transaction that may write. */
  begin(): void {
    if (this.#lasting) throw this.#lasting
    if (this.#isHeld) throw new WritesHeld()
    this.run('begin immediate')
    this.#inTransaction = true
  }

  commit(): void {
    this.run('commit')
    this.#inTransaction = false
    this.#schemaChanged = false
  }

  rollback(): void {
    this.#inTransaction = false
    this.#transactionError = undefined
    try {
      this.#database.exec('rollback')
    } catch {
      // after a full disk or an I/O error SQLite has already rolled back: no transaction is open
    }
    if (this.#schemaChanged) this.#forgetStatements()
    this.#schemaChanged = false
  }

  /** Refuses every write from now on, or no longer. Not within a transaction. */
  holdWrites(isHeld: boolean): void {
    this.#isHeld = isHeld
  }

  get holdsWrites(): boolean {
    return this.#isHeld
  }

  /** Resolves when everything committed so far is on the disk. */
  durable(): Promise<void> {
    return this.#commits.durable()
  }

  /**
   * Writes the log back into the file, and from then on leaves the file as it is: what is written stays in the log until
   * `resumeCheckpoints`. Not within a transaction.
   */
  holdCheckpoints(): void {
    if (this.#lasting) throw this.#lasting
    const [result] = this.run('pragma wal_checkpoint(truncate)').rows
    if (result?.['busy'] !== 0) throw new StoreUnavailable('the log could not be written back')
    this.exec('pragma wal_autocheckpoint = 0')
  }

  /** The next commit writes the log back as usual. */
  resumeCheckpoints(): void {
    this.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  }

  close(): void {
    this.#statements.clear()
    // keep a damaged file unchanged: SQLite must not write its log into it
    if (this.#damage) this.#file.freeze(this.#damage)
    this.#file.close()
  }

  /** SQLite prepares anew by itself, but what we know of a statement's columns would be of the old schema. */
  #forgetStatements(): void {
    this.#statements.clear()
    this.#schemaChanged = this.#inTransaction
  }

  #explain(error: unknown): unknown {
    if (error instanceof WritesHeld) return error
    const explained = error instanceof StoreError ? error : this.#toStoreError(error)
    if (!explained) return error
    if (explained instanceof DamagedFile) this.#damage = explained
    else this.#failure = explained
    // SQLite may have rolled back by itself: later statements would be committed without the earlier ones
    if (this.#inTransaction) this.#transactionError = explained
    return explained
  }

  /**
   * Maps SQLite's error texts (sqlite3_errstr) to store errors, in these few cases. The system's own error
   * takes precedence, if there is one.
   */
  #toStoreError(error: unknown): StoreError | undefined {
    const message = error instanceof Error ? error.message : ''
    if (DAMAGE.test(message)) return new DamagedFile(message)
    switch (message) {
      case 'database or disk is full':
        return new StoreFull(this.#file.lastError ?? error)
      case 'disk I/O error':
      case 'unable to open database file':
      case 'attempt to write a readonly database':
        return this.#commits.failure ?? this.#unavailable(error)
      default:
        return undefined
    }
  }

  #unavailable(error: unknown): StoreUnavailable {
    const cause = this.#file.lastError ?? error
    const why = messageOf(cause)
    return new StoreUnavailable(`the data folder cannot be used: ${why}`, cause)
  }
}
