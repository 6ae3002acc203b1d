import { sql, type Expression, type SqlBool } from 'kysely'

import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'
import type { FilterColumn, FilterColumns, OwnCondition } from './scim-condition.store.ts'
import { badScim } from './scim-error.ts'
import type { Comparison } from './scim-filter.ts'
import type { ScimMember, StoredScimGroup } from './scim-group.ts'
import { fromScimId } from './scim-ids.ts'

/** Columns of groups by the attributes that filters name. */
export const GROUP_FILTER_COLUMNS: FilterColumns = new Map<string, FilterColumn | OwnCondition>([
  ['id', { sql: sql`('group-' || groups.id)`, type: 'exact' }],
  ['externalid', { sql: sql`scim_groups.external_id`, type: 'exact' }],
  ['displayname', { sql: sql`groups.name`, type: 'text' }],
  ['members', hasMember],
  ['members.value', hasMember],
  ['meta.created', { sql: sql`groups.created_at`, type: 'instant' }],
  ['meta.lastmodified', { sql: sql`coalesce(scim_groups.updated_at, groups.created_at)`, type: 'instant' }],
])

function hasMember({ operator, value }: Comparison): Expression<SqlBool> {
  if (operator !== 'eq') throw badScim('invalidFilter', 'Members can only be compared with eq.')
  const id = fromScimId('user', String(value)) ?? 0
  return sql<SqlBool>`exists (select 1 from group_users
    where group_users.group_id = groups.id and group_users.user_id = ${id})`
}

const all = (queries: Queries) =>
  queries.selectFrom('groups').leftJoin('scim_groups', 'scim_groups.group_id', 'groups.id')

/** Counts the groups that a condition matches. */
export async function countScimGroups(queries: Queries, where?: Expression<SqlBool>): Promise<number> {
  const { n } = await (where ? all(queries).where(where) : all(queries))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Reads a page of the groups that a condition matches, with the number of their members. */
export async function readScimGroups(
  queries: Queries,
  where: Expression<SqlBool> | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<(StoredScimGroup & { memberCount: number })[]> {
  return (where ? all(queries).where(where) : all(queries))
    .select([
      'groups.id',
      'groups.name',
      'groups.scim_id as scimId',
      'groups.root_role_id as rootRole',
      'groups.created_at as createdAt',
      'scim_groups.external_id as externalId',
      sql<string>`coalesce(scim_groups.updated_at, groups.created_at)`.as('updatedAt'),
      sql<number>`(select count(*) from group_users where group_id = groups.id)`.as('memberCount'),
    ])
    .orderBy('groups.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function findScimGroup(queries: Queries, id: number): Promise<StoredScimGroup | undefined> {
  return (await readScimGroups(queries, sql<SqlBool>`groups.id = ${id}`, { offset: 0, limit: 1 }))[0]
}

/** Reads the people in groups, by group. Service accounts are left out: SCIM does not know them. */
export async function readScimMembers(
  queries: Queries,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ScimMember[]>> {
  const rows = await queries
    .selectFrom('group_users')
    .innerJoin('users', 'users.id', 'group_users.user_id')
    .select([
      'group_users.group_id as groupId',
      'users.id',
      sql<string>`coalesce(users.name, users.username, users.email, '')`.as('display'),
    ])
    .where('users.kind', '=', 'user')
    .where((eb) => inList(eb.ref('group_users.group_id'), groupIds))
    .orderBy('users.id')
    .execute()
  return groupRows(rows, ({ groupId }) => groupId)
}

/** Writes the attributes that SCIM sets. */
export async function writeScimGroup(
  queries: Queries,
  id: number,
  { name, externalId, scimId, at }: { name: string; externalId: string | null; scimId: string; at: string },
): Promise<void> {
  await queries.updateTable('groups').set({ name, scim_id: scimId }).where('id', '=', id).execute()
  const attributes = { external_id: externalId, updated_at: at }
  await queries
    .insertInto('scim_groups')
    .values({ group_id: id, ...attributes })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet(attributes))
    .execute()
}

/** Adds and removes members, however many. */
export async function changeScimMembers(
  queries: Queries,
  groupId: number,
  { joined, left, by, at }: { joined: readonly number[]; left: readonly number[]; by: string; at: string },
): Promise<void> {
  if (left.length > 0)
    await queries
      .deleteFrom('group_users')
      .where('group_id', '=', groupId)
      .where((eb) => inList(eb.ref('user_id'), left))
      .execute()
  await insertAll(
    queries,
    'group_users',
    joined.map((userId) => ({ group_id: groupId, user_id: userId, joined_at: at, created_by: by })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
}
