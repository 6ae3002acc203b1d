import { isPermission } from '#shared/access/permissions/index.ts'
import type { FormerProject } from '#shared/access/rules/index.ts'
import { jsonText } from '#store/engines/portable.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessFacts, StoredAssignment, StoredGroup, StoredRole } from './access-facts.ts'

/** Reads all facts that decisions are based on. */
export async function readAccessFacts(queries: Queries): Promise<AccessFacts> {
  return {
    roles: await readRoles(queries),
    assignments: await readAssignments(queries),
    groups: await readGroups(queries),
    ...(await readPrivateProjects(queries)),
  }
}

/**
 * Reads all roles with their permissions. Permissions unknown to this version are left out: they grant
 * nothing.
 */
async function readRoles(queries: Queries): Promise<StoredRole[]> {
  const roles = await queries.selectFrom('roles').select(['id', 'name', 'type']).orderBy('id').execute()
  const rows = await queries
    .selectFrom('role_permissions')
    .select(['role_id', 'permission', 'environment'])
    .orderBy('role_id')
    .orderBy('permission')
    .orderBy('environment')
    .execute()
  const permissionsOf = groupRows(rows, (row) => row.role_id)
  return roles.map((role) => ({
    id: role.id,
    name: role.name,
    type: role.type,
    permissions: (permissionsOf.get(role.id) ?? []).flatMap(({ permission, environment }) =>
      isPermission(permission) ? [{ permission, ...(environment === '' ? {} : { environment }) }] : [],
    ),
  }))
}

/** Reads which user has which role, at the root or in a project. */
async function readAssignments(queries: Queries): Promise<StoredAssignment[]> {
  const rows = await queries
    .selectFrom('user_roles')
    .select(['user_id', 'role_id', 'project'])
    .orderBy('user_id')
    .orderBy('role_id')
    .orderBy('project')
    .execute()
  return rows.map(({ user_id, role_id, project }) => ({
    userId: user_id,
    roleId: role_id,
    ...(project === '' ? {} : { project }),
  }))
}

async function readGroups(queries: Queries): Promise<StoredGroup[]> {
  const groups = await queries
    .selectFrom('groups')
    .select(['id', 'name', 'root_role_id'])
    .orderBy('id')
    .execute()
  const members = await queries
    .selectFrom('group_users')
    .select(['group_id', 'user_id'])
    .orderBy('group_id')
    .orderBy('user_id')
    .execute()
  const roles = await queries
    .selectFrom('group_roles')
    .select(['group_id', 'role_id', 'project'])
    .orderBy('group_id')
    .orderBy('role_id')
    .orderBy('project')
    .execute()
  const membersOf = groupRows(members, (row) => row.group_id)
  const rolesOf = groupRows(roles, (row) => row.group_id)
  return groups.map(({ id, name, root_role_id }) => ({
    id,
    name,
    ...(root_role_id === null ? {} : { rootRoleId: root_role_id }),
    members: (membersOf.get(id) ?? []).map((row) => row.user_id),
    roles: (rolesOf.get(id) ?? []).map(({ role_id, project }) => ({ roleId: role_id, project })),
  }))
}

/** Reads the private projects, those that were deleted too, and those of which another project has the id now. */
async function readPrivateProjects(
  queries: Queries,
): Promise<Pick<AccessFacts, 'privateProjects' | 'formerProjects'>> {
  const projects = await queries.selectFrom('projects').select(['id', 'mode']).execute()
  const deleted = await queries
    .selectFrom('events')
    .select((eb) => ['project as id', eb.fn.max('id').as('until')])
    .where('type', '=', 'project-deleted')
    .where((eb) => eb(jsonText(eb.ref('pre_data'), 'mode'), '=', 'private'))
    .groupBy('project')
    .execute()
  const known = new Set(projects.map(({ id }) => id))
  const privateProjects = projects.filter(({ mode }) => mode === 'private').map(({ id }) => id)
  const formerProjects: FormerProject[] = []
  for (const { id, until } of deleted) {
    if (id === null) continue
    if (!known.has(id)) privateProjects.push(id)
    else if (await isCreatedAfter(queries, id, until)) formerProjects.push({ id, until })
  }
  return { privateProjects, formerProjects }
}

/** Tells a new project from one that was restored with its id, which is the same one. */
async function isCreatedAfter(queries: Queries, project: string, event: number): Promise<boolean> {
  const created = await queries
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'project-created')
    .where('project', '=', project)
    .where('id', '>', event)
    .limit(1)
    .executeTakeFirst()
  return created !== undefined
}

/** Gives a user a root role, or a project role in a project. An existing assignment is no error. */
export async function assignRole(
  queries: Queries,
  { userId, roleId, project }: StoredAssignment,
  at: string,
): Promise<void> {
  await queries
    .insertInto('user_roles')
    .values({ user_id: userId, role_id: roleId, project: project ?? '', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces a user's root role. A user has exactly one (document: "Authentication", 6). */
export async function setRootRole(
  queries: Queries,
  userId: number,
  roleId: number,
  at: string,
): Promise<void> {
  await queries.deleteFrom('user_roles').where('user_id', '=', userId).where('project', '=', '').execute()
  await assignRole(queries, { userId, roleId }, at)
}

/**
 * Counts the people who are Admin, by their own root role or a group's. Service accounts and deactivated
 * users are left out: they cannot sign in.
 */
export async function countAdmins(queries: Queries): Promise<number> {
  const { n } = await admins(queries)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Checks whether one of these users is an Admin. */
export async function isAdminAmong(queries: Queries, userIds: readonly number[]): Promise<boolean> {
  const row = await admins(queries)
    .where((eb) => inList(eb.ref('users.id'), userIds))
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Checks whether a user holds the permission ADMIN, by any root role, also while deactivated. */
export async function holdsAdmin(queries: Queries, userId: number): Promise<boolean> {
  const row = await holdersOfAdmin(queries)
    .where('users.id', '=', userId)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

const admins = (queries: Queries) =>
  holdersOfAdmin(queries).where('users.kind', '=', 'user').where('users.deactivated_at', 'is', null)

const holdersOfAdmin = (queries: Queries) =>
  queries
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('users.id', 'in', () =>
          eb
            .selectFrom('user_roles')
            .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
            .where('role_permissions.permission', '=', 'ADMIN')
            .select('user_roles.user_id'),
        ),
        eb('users.id', 'in', () =>
          eb
            .selectFrom('group_users')
            .innerJoin('groups', 'groups.id', 'group_users.group_id')
            .innerJoin('role_permissions', 'role_permissions.role_id', 'groups.root_role_id')
            .where('role_permissions.permission', '=', 'ADMIN')
            .select('group_users.user_id'),
        ),
      ]),
    )
