import type { Expression, SqlBool } from 'kysely'

import { SCIM_LIMITS, type ScimQuery } from '#shared/access/schemas/scim.ts'
import { conditionOf, type FilterColumns } from './scim-condition.store.ts'
import { readFilter } from './scim-filter.ts'

/** A page as a request asks for it: numbers that make no sense count as the nearest that do (RFC 7644, 3.4.2.4). */
export async function pageOf(
  { filter, startIndex = 1, count = SCIM_LIMITS.usualPage }: ScimQuery,
  columns: FilterColumns,
) {
  const first = Math.max(1, startIndex)
  const where: Expression<SqlBool> | undefined =
    filter === undefined || filter.trim() === '' ? undefined : conditionOf(await readFilter(filter), columns)
  return {
    where,
    startIndex: first,
    window: { offset: first - 1, limit: Math.min(Math.max(0, count), SCIM_LIMITS.page) },
  }
}

/** Base of the URLs in SCIM resources. */
export const scimBase = (pagesUrl: () => string): string => `${pagesUrl()}/scim/v2`
