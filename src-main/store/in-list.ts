import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { ListOf } from './engines/engine-sql.ts'
import { portable } from './engines/portable.ts'

/**
 * Conditions on lists whose length the data or a request decides. A list is one JSON parameter, so that no list
 * exceeds the parameters of a statement, and the statement stays the same, and prepared, for every length.
 */

/** Matches rows whose column has one of the values; none for an empty list. */
export function inList<T>(column: Expression<T>, values: Iterable<NoInfer<T>>): Expression<SqlBool> {
  const list = [...values]
  return portable('inList', [column, jsonOf(list)], kindOf(list))
}

/** Matches rows whose column has none of the values; all for an empty list. */
export function notInList<T>(column: Expression<T>, values: Iterable<NoInfer<T>>): Expression<SqlBool> {
  const list = [...values]
  return portable('notInList', [column, jsonOf(list)], kindOf(list))
}

/** Matches rows whose column has one of the texts of a list, given as JSON: for a query that is prepared. */
export function inTexts(column: Expression<string>, json: string): Expression<SqlBool> {
  return portable('inList', [column, sql`${json}`], 'texts')
}

/** Matches rows whose column has one of the numbers of a list, given as JSON: for a query that is prepared. */
export function inNumbers(column: Expression<number>, json: string): Expression<SqlBool> {
  return portable('inList', [column, sql`${json}`], 'numbers')
}

/** Selects the values of a list, for raw SQL: `x in ${listOf(values)}`. */
export function listOf(values: Iterable<unknown>): RawBuilder<unknown> {
  const list = [...values]
  return portable('list', [jsonOf(list)], kindOf(list))
}

const jsonOf = (list: readonly unknown[]) => sql`${JSON.stringify(list)}`

/** Engines with types need the type of the values; SQLite writes the same statement for all. */
function kindOf(list: readonly unknown[]): ListOf {
  return list.length === 0 ? 'nothing' : typeof list[0] === 'number' ? 'numbers' : 'texts'
}
