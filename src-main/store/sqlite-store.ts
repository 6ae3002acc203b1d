import { Kysely, sql } from 'kysely'

import { ConnectionGate } from './connection-gate.ts'
import type { Queries } from './queries.ts'
import type { Schema } from './schema.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { DatabaseFile } from './sqljs/database-file.ts'
import { SqlJsDialect } from './sqljs-dialect.ts'
import { asStoreError } from './store-errors.ts'
import type { Store, StoreStatus } from './store.ts'
import { writeWhole } from './whole-file.ts'

/** The store on one SQLite file. */
export class SqliteStore implements Store {
  readonly connection: SqliteConnection
  readonly #db: Kysely<Schema>
  readonly #gate = new ConnectionGate()
  readonly #onClosed: (closed: { inOrder: boolean }) => void
  #lastDurableAt: Date | null = null
  #closing: Promise<void> | undefined

  /**
   * Takes over an open file; `configure` on its connection comes first, before any query. `onClosed` is told whether
   * all that was written is in the file as it should be.
   */
  constructor(file: DatabaseFile, now: () => Date, onClosed: (closed: { inOrder: boolean }) => void) {
    this.#onClosed = onClosed
    this.connection = new SqliteConnection(file, () => (this.#lastDurableAt = now()))
    this.#db = new Kysely<Schema>({ dialect: new SqlJsDialect(this.connection, this.#gate) })
  }

  get queries(): Queries {
    return this.#db
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute((transaction) => this.#gate.inTransaction(() => work(transaction)))
  }

  async savepoint<T>(queries: Queries, work: () => Promise<T>): Promise<T> {
    await sql`savepoint part`.execute(queries)
    try {
      const result = await work()
      await sql`release part`.execute(queries)
      return result
    } catch (error) {
      // of several of this name SQLite means the innermost; in a doomed transaction this rejects, as it must
      await sql`rollback to part`.execute(queries)
      await sql`release part`.execute(queries)
      throw error
    }
  }

  durable(): Promise<void> {
    return this.connection.durable()
  }

  async backup(file: string): Promise<void> {
    await this.#gate.acquire() // SQLite copies nothing within a transaction
    try {
      writeWhole(file, (temporary) => this.connection.vacuumInto(temporary))
    } catch (error) {
      throw asStoreError(error, 'the backup failed')
    } finally {
      this.#gate.release()
    }
  }

  get status(): StoreStatus {
    const { file, trouble } = this.connection
    return {
      file,
      lastDurableAt: this.#lastDurableAt?.toISOString() ?? null,
      writable: trouble === null && this.#closing === undefined,
      failure: trouble?.message ?? null,
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    await this.#gate.close()
    await this.durable().catch(() => undefined) // told to whoever waited for it
    let inOrder = false
    try {
      this.connection.close()
      inOrder = this.connection.trouble === null
    } finally {
      this.#onClosed({ inOrder })
    }
  }
}
