import { getEventCreators as operation } from '../../../src-shared/contract/events.ts'
import { ADMIN_TOKEN_USER_ID, SYSTEM_USER_ID } from '../../kernel/caller.ts'
import { query } from '../../kernel/use-case.ts'

/** Names that no user has (exchange 601). */
const OF_THE_SERVICE = new Map([
  [SYSTEM_USER_ID, 'Unleash System'],
  [ADMIN_TOKEN_USER_ID, 'Unleash Admin Token'],
])

/** Everybody who has done something, whether they are still there or not. */
export const getEventCreators = query(operation, async ({ queries }) => {
  const rows = await queries
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.created_by_user_id')
    .select((eb) => [
      'events.created_by_user_id as id',
      eb.fn.max('events.created_by').as('lastName'),
      'users.name',
      'users.username',
      'users.email',
    ])
    .groupBy(['events.created_by_user_id', 'users.name', 'users.username', 'users.email'])
    .orderBy('events.created_by_user_id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: OF_THE_SERVICE.get(row.id) ?? row.name ?? row.username ?? row.email ?? row.lastName,
  }))
})
