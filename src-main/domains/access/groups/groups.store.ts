import { inList } from '#store/in-list.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { GroupContent, StoredGroup } from './group.ts'

interface NewMember {
  userId: number
  joinedAt: string
  createdBy: string
}

export async function findGroupByName(queries: Queries, name: string): Promise<{ id: number } | undefined> {
  return queries.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst()
}

export async function insertGroup(
  queries: Queries,
  group: Omit<StoredGroup, 'id' | 'scimId'> & { id?: number },
): Promise<number> {
  const { id } = await queries
    .insertInto('groups')
    .values({
      ...(group.id === undefined ? {} : { id: group.id }),
      ...columnsOf(group),
      created_at: group.createdAt,
      created_by: group.createdBy,
      scim_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateGroupRow(queries: Queries, id: number, content: GroupContent): Promise<void> {
  await queries.updateTable('groups').set(columnsOf(content)).where('id', '=', id).execute()
}

/** Its members and its roles in projects go with it. */
export async function deleteGroupRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('groups').where('id', '=', id).execute()
}

/** Adds users to a group. Existing members stay unchanged. */
export async function addMembers(
  queries: Queries,
  groupId: number,
  members: readonly NewMember[],
): Promise<void> {
  for (const { userId, joinedAt, createdBy } of members)
    await queries
      .insertInto('group_users')
      .values({ group_id: groupId, user_id: userId, joined_at: joinedAt, created_by: createdBy })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function removeMember(queries: Queries, groupId: number, userId: number): Promise<void> {
  await queries
    .deleteFrom('group_users')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .execute()
}

/** Finds which of the given users exist. */
export async function findUserIds(queries: Queries, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await queries
    .selectFrom('users')
    .select('id')
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Set(rows.map((row) => row.id))
}

function columnsOf({ name, description, mappingsSSO, rootRole }: GroupContent) {
  return { name, description, mappings_sso: toJson(mappingsSSO), root_role_id: rootRole }
}
