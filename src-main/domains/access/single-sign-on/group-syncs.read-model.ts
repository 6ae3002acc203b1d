import type { GroupSync, GroupSyncsOfUser } from '#shared/access/schemas/group-sync.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Most syncs that are listed. */
const MOST = 50

/** Reads the group syncs of the recent sign-ins of a user, newest first. */
export async function readGroupSyncs(queries: Queries, userId: number): Promise<GroupSyncsOfUser['syncs']> {
  const rows = await queries
    .selectFrom('sign_ins')
    .select(['id', 'created_at', 'method', 'group_sync'])
    .where('user_id', '=', userId)
    .where('group_sync', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ id, created_at, method, group_sync }) => ({
    id,
    at: created_at,
    integration: method === 'saml' ? 'saml' : 'oidc',
    sync: fromJson<GroupSync>(group_sync ?? ''),
  }))
}
