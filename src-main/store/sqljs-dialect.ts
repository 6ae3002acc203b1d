import {
  type CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'

import type { SqliteConnection } from './sqlite-connection.ts'
import type { Parameter } from './statement.ts'

/** Kysely on one SQLite connection: whoever has a transaction has the connection alone. */
export class SqlJsDialect implements Dialect {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  createAdapter = () => new SqliteAdapter()
  createDriver = () => new SqlJsDriver(this.#connection)
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
  createQueryCompiler = () => new SqliteQueryCompiler()
}

class SqlJsDriver implements Driver {
  readonly #sqlite: SqliteConnection
  readonly #connection: SqlJsConnection
  /** Resolves when the connection is free; those who wait stand in line on it. */
  #free: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  constructor(sqlite: SqliteConnection) {
    this.#sqlite = sqlite
    this.#connection = new SqlJsConnection(sqlite)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free
    let release = () => {}
    this.#free = new Promise((resolve) => (release = resolve))
    await before
    this.#release = release
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release()
  }

  async beginTransaction(): Promise<void> {
    this.#sqlite.begin()
  }

  async commitTransaction(): Promise<void> {
    this.#sqlite.commit()
  }

  async rollbackTransaction(): Promise<void> {
    this.#sqlite.rollback()
  }

  async destroy(): Promise<void> {}
}

class SqlJsConnection implements DatabaseConnection {
  readonly #sqlite: SqliteConnection

  constructor(sqlite: SqliteConnection) {
    this.#sqlite = sqlite
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = this.#sqlite.run(sql, parameters as readonly Parameter[])
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  // eslint-disable-next-line require-yield -- the interface wants a generator; nothing here reads more rows than fit in memory
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store does not stream')
  }
}
