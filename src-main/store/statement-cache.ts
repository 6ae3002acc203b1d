import type { SqlJsDatabase } from './sqljs/wasm-heap.ts'
import { Statement } from './statement.ts'

const CAPACITY = 300

/** Prepared statements by their text; the least recently used is freed when there are too many. */
export class StatementCache {
  readonly #database: SqlJsDatabase
  readonly #statements = new Map<string, Statement>()

  constructor(database: SqlJsDatabase) {
    this.#database = database
  }

  get(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) {
      // most recently used last
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = new Statement(this.#database, sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > CAPACITY) this.#freeOldest()
    return statement
  }

  clear(): void {
    for (const statement of this.#statements.values()) statement.free()
    this.#statements.clear()
  }

  #freeOldest(): void {
    const [oldest] = this.#statements
    if (!oldest) return
    oldest[1].free()
    this.#statements.delete(oldest[0])
  }
}
