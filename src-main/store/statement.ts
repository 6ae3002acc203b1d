import type { SqlJsDatabase, SqlJsStatement, SqlValue } from './sqljs/wasm-heap.ts'
import type { ReadTurns } from './read-turns.ts'
import { isBooleanColumn } from './schema.ts'

/**
 * Value that can be bound to a parameter. Booleans become 0 and 1, undefined becomes null (as with
 * PostgreSQL's driver).
 */
export type Parameter = SqlValue | boolean | bigint | undefined
export type Row = Record<string, unknown>

/** Rows between two looks at the time. */
const STEP = 50

/** Kind of change a statement makes: rows, the schema, or neither. */
export type StatementKind = 'rows' | 'schema' | 'nothing'

interface Column {
  readonly name: string
  readonly isBoolean: boolean
}

/** A prepared statement. It is always reset after use: an open SELECT would hold back the checkpoint of the log. */
export class Statement {
  readonly changes: StatementKind
  readonly #statement: SqlJsStatement
  #columns: readonly Column[] | undefined

  /** Throws what SQLite says of the text. Of several statements in one text SQLite takes only the first. */
  constructor(database: SqlJsDatabase, sql: string) {
    this.#statement = database.prepare(sql)
    this.changes = kindOf(sql)
  }

  /** Runs to the end and answers all rows; for a write without RETURNING there are none. */
  all(parameters: readonly Parameter[]): Row[] {
    const statement = this.#statement
    const rows: Row[] = []
    try {
      if (parameters.length > 0) statement.bind(parameters.map(toSqlValue))
      while (statement.step()) rows.push(this.#toRow(statement.get()))
      return rows
    } finally {
      statement.reset()
    }
  }

  /** Reads all rows as `all` does, with pauses between them. Nothing else may use the database until it resolves. */
  async allInTurns(parameters: readonly Parameter[], turns: ReadTurns): Promise<Row[]> {
    const statement = this.#statement
    const rows: Row[] = []
    try {
      if (parameters.length > 0) statement.bind(parameters.map(toSqlValue))
      while (statement.step()) {
        rows.push(this.#toRow(statement.get()))
        if (rows.length % STEP === 0 && turns.isOver) await turns.pauseHolding()
      }
      return rows
    } finally {
      statement.reset()
    }
  }

  free(): void {
    this.#statement.free()
  }

  #toRow(values: readonly SqlValue[]): Row {
    const columns = (this.#columns ??= columnsOf(this.#statement))
    const row: Row = {}
    columns.forEach(({ name, isBoolean }, index) => {
      const value = values[index]
      row[name] = isBoolean && typeof value === 'number' ? value !== 0 : value
    })
    return row
  }
}

/** Runs once per statement. */
function columnsOf(statement: SqlJsStatement): Column[] {
  return statement.getColumnNames().map((name) => ({ name, isBoolean: isBooleanColumn(name) }))
}

/** By the first word: SQLite would know better, but sql.js does not export the question. */
function kindOf(sql: string): StatementKind {
  const text = sql.replace(/^(\s|--[^\n]*\n|\/\*[^]*?\*\/)+/, '')
  if (/^(insert|update|delete|replace)\b/i.test(text)) return 'rows'
  if (/^(create|alter|drop)\b/i.test(text)) return 'schema'
  return /^with\b/i.test(text) && /\b(insert|update|delete|replace)\b/i.test(text) ? 'rows' : 'nothing'
}

function toSqlValue(value: Parameter): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'number':
      return value
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    case 'bigint':
      return toNumber(value)
    default:
      // sql.js would store an array as bytes
      if (value === null || value instanceof Uint8Array) return value
      throw new TypeError('a parameter must be text, a number, a boolean, bytes or null')
  }
}

/**
 * Converts a bigint to a number. sql.js has no 64-bit numbers: a value that does not fit throws instead of
 * being rounded.
 */
function toNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit into 53 bits`)
  return number
}
