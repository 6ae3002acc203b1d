import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'

import { noteRead, roomToRead } from '#runtime/in-flight.ts'
import type { Pooling } from '#shared/instance/schemas/database.ts'
import { ownValue } from '#shared/own-value.ts'
import { bytesOfRows } from '../bytes-of-rows.ts'
import { isBooleanColumn } from '../schema.ts'
import { hasCommitted, noteOutcome, OutcomeForgetter } from './commit-outcome.ts'
import { BOUNDS_OF_TRANSACTION } from './connection-options.ts'
import { asPostgresError, isRetryable, leavesBroken } from './postgres-errors.ts'

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const BEGINS_WRITE = /^\s*(?:insert|update|delete|merge)\b/i

/** Finds a statement that writes, by its first word. */
export const isWrite = (statement: string) => BEGINS_WRITE.test(statement)

/** One connection of the pool while somebody has it. */
export class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient
  readonly #beforeStatement: (sql: string) => void
  /** The open transaction changed rows. */
  hasWritten = false
  isInTransaction = false
  /** Error that ended the open transaction: whatever follows, it cannot be committed. */
  transactionError: unknown
  isBroken = false

  constructor(client: PoolClient, beforeStatement: (sql: string) => void) {
    this.client = client
    this.#beforeStatement = beforeStatement
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      this.#beforeStatement(sql)
      const result = await this.client.query<Record<string, unknown>>(sql, parameters.map(toParameter))
      // statements without parameters can be several, and answer several results
      const names = (result.fields ?? []).map(({ name }) => name).filter(isBooleanColumn)
      for (const row of names.length > 0 ? result.rows : []) toBooleans(row, names)
      // a number that only this engine has a column for is no part of a record
      if (result.fields?.some(({ name }) => name === 'rowid'))
        for (const row of result.rows) delete row['rowid']
      const rows = (result.rows ?? []) as R[]
      noteRead(bytesOfRows(result.rows ?? []))
      if (!WRITES.has(result.command)) return { rows }
      this.hasWritten ||= (result.rowCount ?? 0) > 0
      return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
    } catch (error) {
      if (this.isInTransaction) this.transactionError ??= error
      this.isBroken ||= leavesBroken(error)
      throw named(error)
    }
  }

  // eslint-disable-next-line require-yield -- the interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store does not stream')
  }
}

/** Names an error of the database, unless the transaction can be run again after it. */
const named = (error: unknown) => (isRetryable(error) ? error : asPostgresError(error))

function toBooleans(row: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = ownValue(row, name)
    if (typeof value === 'number') Object.assign(row, { [name]: value !== 0 })
  }
}

/** Booleans are 0 and 1 in tables (ADR 36). */
function toParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}

/** Lock of every first run: none of them waits for another, and all wait for `ALONE`. */
const AMONG_OTHERS = 'lock table halyard_outcomes in row exclusive mode'

/** Waits for the transactions that have written events, and keeps others from writing some. */
const AHEAD_OF_EVENTS = `${AMONG_OTHERS}; lock table halyard_schema in exclusive mode`

/** Waits for all transactions of every Halyard, and lets none begin until the end of this one. */
const ALONE = 'lock table halyard_outcomes in share row exclusive mode'

/** Runs that others may still come between. */
const SHARED_RUNS = 3

/**
 * Lock that a run of a transaction takes ahead of its first snapshot. From the second run on, nothing that writes events comes
 * between; from the fourth on nothing at all, so that the run succeeds however busy the others are.
 */
export function lockOfRun(run: number): string {
  if (run === 1) return AMONG_OTHERS
  return run > SHARED_RUNS ? ALONE : AHEAD_OF_EVENTS
}

const BEGIN = 'begin isolation level serializable'

/** Driver of Kysely on a pool. A commit that the server turned into a rollback is an error. */
export class PostgresDriver implements Driver {
  /** Statement that takes the lock of the next transaction. Those of one store begin one after the other. */
  lock = lockOfRun(1)
  /** Statements that begin a transaction. */
  readonly #begin: string
  readonly #pool: Pool
  readonly #forgetter: OutcomeForgetter
  readonly #beforeStatement: (sql: string) => void
  readonly #onCommit: (connection: PostgresConnection) => void
  readonly #onTrouble: (error: unknown) => void

  constructor(
    pool: Pool,
    {
      onCommit,
      onTrouble,
    }: { onCommit: (connection: PostgresConnection) => void; onTrouble: (error: unknown) => void },
    beforeStatement: (sql: string) => void,
    pooling: Pooling,
  ) {
    this.#pool = pool
    this.#begin = pooling === 'session' ? BEGIN : `${BEGIN}; ${BOUNDS_OF_TRANSACTION}`
    this.#forgetter = new OutcomeForgetter(pool)
    this.#onCommit = onCommit
    this.#onTrouble = onTrouble
    this.#beforeStatement = beforeStatement
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const room = roomToRead()
    if (room) await room
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#beforeStatement)
    } catch (error) {
      const known = asPostgresError(error)
      this.#onTrouble(known)
      throw known
    }
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    try {
      // a lock takes no snapshot, and here no round trip of its own
      await connection.client.query(`${this.#begin}; ${this.lock}`)
      connection.isInTransaction = true
    } catch (error) {
      connection.isBroken = true
      throw asPostgresError(error)
    }
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const command = await this.#commit(connection).catch((error: unknown) => {
      connection.transactionError ??= error
      throw named(error)
    })
    connection.isInTransaction = false
    if (command !== 'COMMIT')
      throw named(connection.transactionError ?? new Error('the transaction was rolled back'))
    this.#onCommit(connection)
  }

  /** Answers the command that the server has run. A lost connection says nothing of the outcome: its row is looked for. */
  async #commit({ client, hasWritten, transactionError }: PostgresConnection): Promise<string> {
    this.#beforeStatement('commit')
    const id = hasWritten && transactionError === undefined ? await noteOutcome(client) : undefined
    try {
      const { command } = await client.query('commit')
      if (id !== undefined) this.#forgetter.noteCommit()
      return command
    } catch (error) {
      if (id !== undefined && leavesBroken(error) && (await hasCommitted(this.#pool, id))) return 'COMMIT'
      throw error
    }
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    connection.isInTransaction = false
    // a connection that cannot even roll back is closed, which does
    await connection.client.query('rollback').catch(() => (connection.isBroken = true))
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(connection.isBroken)
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}
