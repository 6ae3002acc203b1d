import type {
  GroupWithProjectRole,
  ProjectAccess,
  UserWithProjectRole,
} from '#shared/projects/schemas/project-access.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { isProjectRole } from '#domains/access/roles/role.ts'
import { readRoles } from '#domains/access/roles/roles.store.ts'
import { toUser, type StoredUser } from '#domains/access/users/user.ts'
import { USER_COLUMNS } from '#domains/access/users/users.store.ts'
import { readHeldRoles, type HeldRole } from './project-access.store.ts'

/** Reads who has access to a project, and the roles that can be granted there (docs/contract/access.md#project-access). */
export async function readProjectAccess(queries: Queries, project: string): Promise<ProjectAccess> {
  const held = await readHeldRoles(queries, project)
  const of = (kind: HeldRole['kind']) =>
    groupRows(
      held.filter((one) => one.kind === kind),
      (one) => one.id,
    )
  return {
    users: await readUsers(queries, of('user')),
    groups: await readGroups(queries, of('group')),
    roles: (await readRoles(queries)).filter(isProjectRole),
  }
}

/**
 * Converts a holder's roles: the time of the first grant, and the role ids. `roleId` repeats the first of
 * them.
 */
function toHeld(held: readonly HeldRole[]): Pick<UserWithProjectRole, 'addedAt' | 'roleId' | 'roles'> {
  const roles = held.map((one) => one.roleId)
  return { addedAt: held[0]?.addedAt ?? '', roleId: roles[0] ?? 0, roles }
}

async function readUsers(
  queries: Queries,
  heldBy: ReadonlyMap<number, readonly HeldRole[]>,
): Promise<UserWithProjectRole[]> {
  const users = await readUsersOf(queries, [...heldBy.keys()])
  return users.map((user) => {
    const { id, name, username, email, imageUrl, accountType } = toUser(user)
    return {
      id,
      ...(name === undefined ? {} : { name }),
      ...(username === undefined ? {} : { username }),
      ...(email === undefined ? {} : { email }),
      imageUrl,
      accountType,
      ...toHeld(heldBy.get(id) ?? []),
    }
  })
}

async function readGroups(
  queries: Queries,
  heldBy: ReadonlyMap<number, readonly HeldRole[]>,
): Promise<GroupWithProjectRole[]> {
  const ids = [...heldBy.keys()]
  if (ids.length === 0) return []
  const groups = await queries
    .selectFrom('groups')
    .selectAll()
    .where((eb) => inList(eb.ref('id'), ids))
    .orderBy('id')
    .execute()
  const membersOf = await readMembers(queries, ids)
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    description: group.description,
    createdAt: group.created_at,
    createdBy: group.created_by,
    mappingsSSO: fromJson(group.mappings_sso),
    rootRole: group.root_role_id,
    scimId: group.scim_id,
    users: membersOf(group.id),
    ...toHeld(heldBy.get(group.id) ?? []),
  }))
}

async function readMembers(queries: Queries, ids: readonly number[]) {
  const rows = await queries
    .selectFrom('group_users')
    .selectAll()
    .where((eb) => inList(eb.ref('group_id'), ids))
    .orderBy('user_id')
    .execute()
  const users = await readUsersOf(queries, [...new Set(rows.map((row) => row.user_id))])
  const byId = new Map<number, StoredUser>(users.map((user) => [user.id, user]))
  const rowsOf = groupRows(rows, (row) => row.group_id)
  return (groupId: number): GroupWithProjectRole['users'] =>
    (rowsOf.get(groupId) ?? []).flatMap((row) => {
      const user = byId.get(row.user_id)
      return user ? [{ user: toUser(user), joinedAt: row.joined_at, createdBy: row.created_by }] : []
    })
}

async function readUsersOf(queries: Queries, ids: readonly number[]): Promise<StoredUser[]> {
  if (ids.length === 0) return []
  return queries
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where((eb) => inList(eb.ref('id'), ids))
    .orderBy('id')
    .execute()
}
