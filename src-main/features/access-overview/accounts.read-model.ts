import type { UserAccessOverview } from '../../../src-shared/schemas/access-overview.ts'
import { fromJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'
import { USER_COLUMNS, type StoredUser } from '../users/index.ts'

/** Everybody, people and service accounts, oldest first. */
export async function readAccounts(queries: Queries): Promise<StoredUser[]> {
  return queries.selectFrom('users').select(USER_COLUMNS).orderBy('id').execute()
}

export async function readProjectIds(queries: Queries): Promise<string[]> {
  return (await queries.selectFrom('projects').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** The groups that an account is in. */
export async function readGroupsOfAccount(
  queries: Queries,
  userId: number,
): Promise<UserAccessOverview['overview']['groups']> {
  const rows = await queries
    .selectFrom('groups')
    .innerJoin('group_users', 'group_users.group_id', 'groups.id')
    .selectAll('groups')
    .where('group_users.user_id', '=', userId)
    .orderBy('groups.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    mappingsSSO: fromJson(row.mappings_sso),
    rootRole: row.root_role_id,
    scimId: row.scim_id,
  }))
}
