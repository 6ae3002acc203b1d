import type { SqlJsDatabase, SqlJsStatement, SqlValue } from './sqljs/wasm-heap.ts'
import { BOOLEAN_COLUMNS } from './schema.ts'

/** What may be bound to a parameter; booleans become 0 and 1. */
export type Parameter = SqlValue | boolean | bigint | undefined
export type Row = Record<string, unknown>

/** A prepared statement. It is always reset after use: an open SELECT would hold back the checkpoint of the log. */
export class Statement {
  readonly #statement: SqlJsStatement
  #columns: { names: string[]; booleans: readonly number[] } | undefined

  constructor(database: SqlJsDatabase, sql: string) {
    this.#statement = database.prepare(sql)
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

  free(): void {
    this.#statement.free()
  }

  #toRow(values: SqlValue[]): Row {
    const { names, booleans } = (this.#columns ??= columnsOf(this.#statement))
    const row: Row = {}
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
    for (const index of booleans) {
      const value = values[index]
      if (value !== null) row[names[index] ?? ''] = value === 1
    }
    return row
  }
}

/** Which columns are booleans is decided by their names, or these in camel case (ADR 0004), once per statement. */
function columnsOf(statement: SqlJsStatement) {
  const names = statement.getColumnNames()
  return {
    names,
    booleans: names.flatMap((name, index) => (BOOLEAN_COLUMNS.has(toSnakeCase(name)) ? [index] : [])),
  }
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function toSqlValue(value: Parameter): SqlValue {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'bigint':
      return Number(value)
    case 'undefined':
      return null
    default:
      return value
  }
}
