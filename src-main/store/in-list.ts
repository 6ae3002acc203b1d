import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Conditions on lists whose length the data or a request decides. A list is one JSON parameter, so that no list
 * exceeds SQLite's 32,766 parameters and the statement stays the same, and prepared, for every length.
 * All SQL of this kind that only SQLite understands stands in this file.
 */

/** Matches rows whose column has one of the values; none for an empty list. */
export function inList<T>(column: Expression<T>, values: Iterable<NoInfer<T>>): Expression<SqlBool> {
  return sql<SqlBool>`${column} in ${listOf(values)}`
}

/** Matches rows whose column has none of the values; all for an empty list. */
export function notInList<T>(column: Expression<T>, values: Iterable<NoInfer<T>>): Expression<SqlBool> {
  return sql<SqlBool>`${column} not in ${listOf(values)}`
}

/** Selects the values of a list, for raw SQL: `x in ${listOf(values)}`. */
export function listOf(values: Iterable<unknown>): RawBuilder<unknown> {
  return sql`(select value from json_each(${JSON.stringify([...values])}))`
}
