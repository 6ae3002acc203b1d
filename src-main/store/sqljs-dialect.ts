import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type FunctionNode,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

import { noteRead, roomToRead } from '#runtime/in-flight.ts'
import { Turn } from '#runtime/turn.ts'
import { bytesOfRows } from './bytes-of-rows.ts'
import type { ConnectionGate } from './connection-gate.ts'
import { pieceOf } from './engines/engine-sql.ts'
import { SQLITE_SQL } from './engines/sqlite-sql.ts'
import { ReadTurns } from './read-turns.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Parameter } from './statement.ts'

/** Compiler of queries for SQLite, with the pieces of `portable.ts`. */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const piece = pieceOf(SQLITE_SQL, node.func, node.arguments)
    if (piece) this.visitNode(piece.toOperationNode())
    else super.visitFunction(node)
  }
}

/** Kysely dialect for one SQLite connection. A transaction holds the connection exclusively. */
export class SqlJsDialect implements Dialect {
  readonly #connection: SqliteConnection
  readonly #gate: ConnectionGate

  constructor(connection: SqliteConnection, gate: ConnectionGate) {
    this.#connection = connection
    this.#gate = gate
  }

  createAdapter = () => new SqliteAdapter()
  createDriver = () => new SqlJsDriver(this.#connection, this.#gate)
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
  createQueryCompiler = () => new SqliteCompiler()
}

class SqlJsDriver implements Driver {
  readonly #sqlite: SqliteConnection
  readonly #connection: SqlJsConnection
  readonly #gate: ConnectionGate
  readonly #turns = new ReadTurns()
  /** The connection was taken for a transaction. */
  #wroteLast = false

  constructor(sqlite: SqliteConnection, gate: ConnectionGate) {
    this.#sqlite = sqlite
    this.#connection = new SqlJsConnection(sqlite, this.#turns)
    this.#gate = gate
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const room = roomToRead()
    if (room) await room
    if (this.#turns.isOver) await this.#turns.pause()
    await this.#gate.acquire()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#gate.release()
    // what follows a transaction keeps the order of the commits
    if (this.#wroteLast) this.#wroteLast = false
    else if (this.#turns.isOver) await this.#turns.pause()
  }

  async beginTransaction(): Promise<void> {
    this.#wroteLast = true
    this.#sqlite.begin()
    this.#connection.turn = new Turn()
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.turn?.pause()
    this.#connection.turn = undefined
    this.#sqlite.commit()
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.turn = undefined
    this.#sqlite.rollback()
  }

  async destroy(): Promise<void> {}
}

class SqlJsConnection implements DatabaseConnection {
  readonly #sqlite: SqliteConnection
  readonly #turns: ReadTurns
  /** Turn of the open transaction. Its statements pause while they hold the connection; a read pauses without it. */
  turn: Turn | undefined

  constructor(sqlite: SqliteConnection, turns: ReadTurns) {
    this.#sqlite = sqlite
    this.#turns = turns
  }

  /** As PostgreSQL, answers no id of an insert: rows that need theirs are inserted with `returning`. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.turn?.isOver) await this.turn.pause()
    // Kysely types parameters as unknown; the statement rejects values that SQLite cannot hold
    const { rows, changes } = await this.#sqlite.runInTurns(
      sql,
      parameters as readonly Parameter[],
      this.#turns,
    )
    noteRead(bytesOfRows(rows))
    const result = { rows: rows as R[] }
    return changes === undefined ? result : { ...result, numAffectedRows: BigInt(changes) }
  }

  // eslint-disable-next-line require-yield -- the interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store does not stream: nothing it holds is larger than memory')
  }
}
