import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'

import type { SqlJsDatabase, SqlJsModule, SqlJsStatement, SqlValue } from '#store/sqljs/wasm-heap.ts'

// this file stands in for the package, so it is found by its path
const real = createRequire(import.meta.url)('sql.js/dist/sql-wasm.js') as (
  options: object,
) => Promise<SqlJsModule>

/** Answer of an engine to a statement. */
type Outcome<T> = { value: T } | { error: string }

/** Statements that one engine answers otherwise than the other by what they are: their own files, pages and log. */
const OF_THE_ENGINE =
  /^\s*(pragma (?!foreign_keys|defer_foreign_keys)|select sqlite_version|vacuum)|pragma_page_|pragma_optimize|dbstat/i

let compared = 0

/** Number of statements that both engines have run. */
export const comparedStatements = (): number => compared

/**
 * Loads sql.js with SQLite's own C library beside it: each statement runs on both, on copies of one database, and throws where rows, the
 * number of changed rows or errors differ.
 */
export default async function initSqlJsBeside(options: object): Promise<SqlJsModule> {
  const module = await real(options)
  const Database = besideOf(module.Database)
  return new Proxy(module, {
    get: (target, name, receiver): unknown =>
      name === 'Database' ? Database : Reflect.get(target, name, receiver),
  })
}

function besideOf(Database: SqlJsModule['Database']): SqlJsModule['Database'] {
  return class extends Database {
    #beside: DatabaseSync | undefined
    #folder = ''

    /** Opened with the first statement, when sql.js has its file. */
    get #other(): DatabaseSync {
      if (this.#beside) return this.#beside
      const file = String(super.exec('pragma database_list')[0]?.values[0]?.[2] ?? '')
      this.#folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-beside-'))
      const copy = path.join(this.#folder, 'beside.db')
      for (const part of ['', '-wal'])
        if (file !== '' && existsSync(file + part)) cpSync(file + part, copy + part)
      this.#beside = new DatabaseSync(copy)
      return this.#beside
    }

    override exec(sql: string): ReturnType<SqlJsDatabase['exec']> {
      const other = this.#other
      if (/wal_checkpoint|journal_mode|wal_autocheckpoint|locking_mode/i.test(sql)) return super.exec(sql)
      const [one, two] = [outcomeOf(() => super.exec(sql)), outcomeOf(() => void other.exec(sql))]
      compareErrors(sql, one, two)
      return valueOf(one)
    }

    override prepare(sql: string): SqlJsStatement {
      const other = this.#other
      if (OF_THE_ENGINE.test(sql)) return super.prepare(sql)
      const [one, two] = [outcomeOf(() => super.prepare(sql)), outcomeOf(() => other.prepare(sql))]
      compareErrors(sql, one, two)
      const statement = valueOf(one)
      return 'value' in two ? new StatementBeside(sql, statement, two.value) : statement
    }

    override close(): void {
      this.#beside?.close()
      if (this.#folder !== '') rmSync(this.#folder, { recursive: true, force: true })
      super.close()
    }
  }
}

/** A statement of sql.js, of which SQLite's own library has run the twin. */
class StatementBeside implements SqlJsStatement {
  readonly #sql: string
  readonly #statement: SqlJsStatement
  readonly #other: StatementSync
  #bound: readonly SqlValue[] = []
  #rows: SqlValue[][] = []
  #twin: Outcome<SqlValue[][]> | undefined

  constructor(sql: string, statement: SqlJsStatement, other: StatementSync) {
    this.#sql = sql
    this.#statement = statement
    this.#other = other
    other.setReturnArrays(true)
  }

  bind(values: readonly SqlValue[]): boolean {
    this.#bound = values
    return this.#statement.bind(values)
  }

  step(): boolean {
    // as a whole: later steps read what it has read
    this.#twin ??= outcomeOf(() => this.#other.all(...this.#bound.map(asBound)) as unknown as SqlValue[][])
    const stepped = outcomeOf(() => this.#statement.step())
    if ('error' in stepped) compareErrors(this.#sql, stepped, this.#twin)
    if ('value' in stepped && !stepped.value) this.#compare(this.#twin)
    return valueOf(stepped)
  }

  get(): SqlValue[] {
    const row = this.#statement.get()
    this.#rows.push(row)
    return row
  }

  reset(): ReturnType<SqlJsStatement['reset']> {
    this.#bound = []
    this.#rows = []
    this.#twin = undefined
    return this.#statement.reset()
  }

  getColumnNames(): string[] {
    return this.#statement.getColumnNames()
  }

  free(): ReturnType<SqlJsStatement['free']> {
    return this.#statement.free()
  }

  #compare(twin: Outcome<SqlValue[][]>): void {
    compareErrors(this.#sql, { value: undefined }, twin)
    const [one, two] = [this.#rows, 'value' in twin ? twin.value : []].map(comparable(this.#sql))
    if (!isDeepStrictEqual(one, two))
      throw differs(this.#sql, `${JSON.stringify(one)} and ${JSON.stringify(two)}`)
    compared++
  }
}

/** A value as sql.js binds it: small whole numbers as integers, where Node.js would bind every number as a real one. */
const asBound = (value: SqlValue): SqlValue | bigint =>
  typeof value === 'number' && (value | 0) === value ? BigInt(value) : value

/** Rows as both engines have them; without an order of its own, a statement has none. */
const comparable = (sql: string) => (rows: readonly (readonly SqlValue[])[]) => {
  const plain = rows.map((row) =>
    row.map((value) => {
      if (value instanceof Uint8Array) return [...value]
      // half of a pair has no bytes in UTF-8: Node.js binds one mark for it, sql.js one for each byte that it would have
      return typeof value === 'string' ? value.replaceAll(/\uFFFD+/g, '\uFFFD') : value
    }),
  )
  return /order by/i.test(sql) ? plain : plain.map((row) => JSON.stringify(row)).sort()
}

function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), ...{ cause: error } }
  }
}

function valueOf<T>(outcome: Outcome<T> & { cause?: unknown }): T {
  if ('error' in outcome) throw outcome.cause
  return outcome.value
}

function compareErrors(sql: string, one: Outcome<unknown>, two: Outcome<unknown>): void {
  const [first, second] = [one, two].map((outcome) => ('error' in outcome ? outcome.error : 'none'))
  if (first !== second) throw differs(sql, `errors ${first} and ${second}`)
}

/** The service answers such an error with a 500, so it is printed, too. */
function differs(sql: string, how: string): Error {
  const error = new Error(
    `sql.js and SQLite's own library differ at ${sql.slice(0, 500)}: ${how.slice(0, 2000)}`,
  )
  process.stderr.write(`${error.message}\n`)
  return error
}
