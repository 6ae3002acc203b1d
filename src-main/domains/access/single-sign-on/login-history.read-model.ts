import type { SelectQueryBuilder } from 'kysely'

import type { LoginEvent } from '#shared/access/schemas/login-history.ts'
import { contains } from '#store/engines/portable.ts'
import type { Queries } from '#store/queries.ts'
import type { Schema } from '#store/schema.ts'

/** Filters of the login history. */
export interface LoginFilter {
  /** Part of the user name, in any letter case. */
  query?: string | undefined
  authType?: string | undefined
  successful?: boolean | undefined
  type?: 'login' | 'logout' | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Reads a page of the login history, newest first. */
export async function readLoginHistory(
  queries: Queries,
  filter: LoginFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<LoginEvent[]> {
  return matching(queries.selectFrom('sign_ins'), filter)
    .select([
      'id',
      'username',
      'method as auth_type',
      'created_at',
      'successful',
      'ip',
      'failure_reason',
      'type',
      'user_id as userId',
    ])
    .select((eb) => eb('group_sync', 'is not', null).as('hasGroupSync'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, hasGroupSync: Boolean(row.hasGroupSync) })))
}

/** Counts the entries that match. */
export async function countLogins(queries: Queries, filter: LoginFilter): Promise<number> {
  const { n } = await matching(queries.selectFrom('sign_ins'), filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

function matching<O>(
  rows: SelectQueryBuilder<Schema, 'sign_ins', O>,
  { query, authType, successful, type, from, to }: LoginFilter,
): SelectQueryBuilder<Schema, 'sign_ins', O> {
  let found = rows
  if (type !== undefined) found = found.where('type', '=', type)
  if (authType !== undefined) found = found.where('method', '=', authType)
  if (successful !== undefined) found = found.where('successful', '=', successful)
  if (from !== undefined) found = found.where('created_at', '>=', from)
  if (to !== undefined) found = found.where('created_at', '<=', to)
  if (query) found = found.where((eb) => contains(eb.fn('lower', ['username']), query.toLowerCase()))
  return found
}
