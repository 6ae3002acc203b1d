import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import { contains } from '#store/engines/portable.ts'
import { badScim } from './scim-error.ts'
import type { Comparison, Filter } from './scim-filter.ts'

/** Column behind an attribute of a filter. */
export interface FilterColumn {
  sql: RawBuilder<unknown>
  type: 'text' | 'exact' | 'boolean' | 'instant'
}

/** Condition of an attribute that is no column. */
export type OwnCondition = (comparison: Comparison) => Expression<SqlBool>

/** Columns by the path of the attribute, in lower case. */
export type FilterColumns = ReadonlyMap<string, FilterColumn | OwnCondition>

const FALSE = sql<SqlBool>`(1 = 0)`

/** Builds the SQL condition of a filter. Throws 400 for attributes and operators that cannot be compared. */
export function conditionOf(filter: Filter, columns: FilterColumns): Expression<SqlBool> {
  const alternatives = filter.map((comparisons) => {
    const all = comparisons.map((comparison) => compare(comparison, columns))
    return all.length === 0 ? FALSE : sql<SqlBool>`(${sql.join(all, sql` and `)})`
  })
  return alternatives.length === 0 ? FALSE : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

function compare(comparison: Comparison, columns: FilterColumns): Expression<SqlBool> {
  const column = columns.get(comparison.attribute)
  if (column === undefined)
    throw badScim('invalidFilter', `Filters by "${comparison.attribute}" are not supported.`)
  const holds = typeof column === 'function' ? column(comparison) : compareColumn(comparison, column)
  return comparison.isNegated ? sql<SqlBool>`(${holds}) is not true` : sql<SqlBool>`(${holds}) is true`
}

function compareColumn(
  { attribute, operator, value }: Comparison,
  { sql: column, type }: FilterColumn,
): Expression<SqlBool> {
  const isPresent = sql<SqlBool>`(${column} is not null and ${column} <> '')`
  if (operator === 'pr') return isPresent
  if (operator === 'np' || (operator === 'eq' && value === null)) return sql<SqlBool>`not ${isPresent}`
  if (operator === 'ne' && value === null) return isPresent
  const folded = type === 'text' ? sql`lower(${column})` : column
  const wanted = comparedValueOf(attribute, type, value)
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`${folded} = ${wanted}`
    case 'ne':
      return sql<SqlBool>`${folded} is distinct from ${wanted}`
  }
  if (type === 'boolean') throw badScim('invalidFilter', `"${attribute}" can only be compared with eq or ne.`)
  switch (operator) {
    case 'co':
      return contains(folded, wanted)
    case 'sw':
      return sql<SqlBool>`substr(${folded}, 1, length(${wanted})) = ${wanted}`
    case 'ew':
      return sql<SqlBool>`substr(${folded}, length(${folded}) - length(${wanted}) + 1) = ${wanted} and length(${folded}) >= length(${wanted})`
    case 'gt':
      return sql<SqlBool>`${folded} > ${wanted}`
    case 'ge':
      return sql<SqlBool>`${folded} >= ${wanted}`
    case 'lt':
      return sql<SqlBool>`${folded} < ${wanted}`
    case 'le':
      return sql<SqlBool>`${folded} <= ${wanted}`
    default:
      throw badScim('invalidFilter', `The operator "${operator}" is not supported.`)
  }
}

function comparedValueOf(
  attribute: string,
  type: FilterColumn['type'],
  value: Comparison['value'],
): RawBuilder<unknown> {
  const text = String(value)
  if (type === 'boolean') {
    if (!/^(true|false)$/i.test(text))
      throw badScim('invalidFilter', `"${attribute}" can only be compared with true or false.`)
    return sql`${/^true$/i.test(text) ? 1 : 0}`
  }
  if (type === 'instant') {
    const instant = new Date(text)
    if (Number.isNaN(instant.getTime()))
      throw badScim('invalidFilter', `"${attribute}" can only be compared with a date and time.`)
    return sql`${instant.toISOString()}`
  }
  return type === 'text' ? sql`lower(${text})` : sql`${text}`
}
