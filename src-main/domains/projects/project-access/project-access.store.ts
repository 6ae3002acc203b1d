import { inList } from '#store/in-list.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'
import { displayNameOf } from '#domains/access/users/user.ts'

/** Holder of roles in a project: a user (or service account) or a group. */
export interface Holder {
  kind: 'user' | 'group'
  id: number
}

/** A role of a holder in a project. */
export interface HeldRole extends Holder {
  roleId: number
  addedAt: string
}

/** Reads the role holders in a project, users first. Each holder's roles are in the order they were given. */
export async function readHeldRoles(queries: Queries, project: string): Promise<HeldRole[]> {
  const users = await queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['user_id as id', 'role_id as roleId', 'user_roles.created_at as addedAt'])
    .where('project', '=', project)
    .orderBy('user_id')
    .orderBy('user_roles.created_at')
    .orderBy('role_id')
    .execute()
  const groups = await queries
    .selectFrom('group_roles')
    .select(['group_id as id', 'role_id as roleId', 'created_at as addedAt'])
    .where('project', '=', project)
    .orderBy('group_id')
    .orderBy('created_at')
    .orderBy('role_id')
    .execute()
  return [
    ...users.map((row) => ({ kind: 'user' as const, ...row })),
    ...groups.map((row) => ({ kind: 'group' as const, ...row })),
  ]
}

interface Change {
  project: string
  holder: Holder
  added: readonly number[]
  removed: readonly number[]
  at: string
}

/** Gives a holder roles in a project, and removes others. */
export async function writeHeldRoles(queries: Queries, change: Change): Promise<void> {
  const { project, holder, added, removed, at } = change
  const isUser = holder.kind === 'user'
  if (removed.length > 0)
    await queries
      .deleteFrom(isUser ? 'user_roles' : 'group_roles')
      .where(isUser ? 'user_id' : 'group_id', '=', holder.id)
      .where('project', '=', project)
      .where((eb) => inList(eb.ref('role_id'), removed))
      .execute()
  if (added.length === 0) return
  const rows = added.map((roleId) => ({ role_id: roleId, project, created_at: at }))
  const withHolder = <Id extends string>(column: Id) =>
    rows.map((row) => ({ ...row, [column]: holder.id }) as (typeof rows)[number] & Record<Id, number>)
  if (isUser) await insertAll(queries, 'user_roles', withHolder('user_id'))
  else await insertAll(queries, 'group_roles', withHolder('group_id'))
}

/** Finds which of the given groups a user is in. */
export async function findGroupsWith(
  queries: Queries,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await queries
    .selectFrom('group_users')
    .select('group_id')
    .where('user_id', '=', userId)
    .where((eb) => inList(eb.ref('group_id'), ids))
    .execute()
  return new Set(rows.map(({ group_id }) => group_id))
}

/** Reads the names of those users that exist, by id. */
export async function readUserNames(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'name', 'username', 'email'])
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, displayNameOf(row)]))
}

/** Reads those groups that exist, by id. */
export async function readGroupsOf(
  queries: Queries,
  ids: readonly number[],
): Promise<Map<number, { name: string; rootRoleId: number | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('groups')
    .select(['id', 'name', 'root_role_id'])
    .where((eb) => inList(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map(({ id, name, root_role_id }) => [id, { name, rootRoleId: root_role_id }]))
}
