import type { RoleProjects, RoleUse } from '#shared/access/schemas/role.ts'
import { groupRows } from '#store/group-rows.ts'
import type { Queries } from '#store/queries.ts'

interface RoleHolder {
  roleId: number
  /** Empty: at the root. */
  project: string
  kind: 'user' | 'service-account' | 'group'
  id: number
}

/** Reads the holders of each role, at the root and in projects. `roleId` limits the result to one role. */
async function readHolders(queries: Queries, roleId?: number): Promise<RoleHolder[]> {
  const users = await queries
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['user_roles.role_id as roleId', 'user_roles.project', 'users.kind', 'users.id'])
    .$if(roleId !== undefined, (query) => query.where('user_roles.role_id', '=', roleId ?? 0))
    .execute()
  const groups = await queries
    .selectFrom('group_roles')
    .select(['role_id as roleId', 'project', 'group_id as id'])
    .$if(roleId !== undefined, (query) => query.where('role_id', '=', roleId ?? 0))
    .execute()
  const rootGroups = await queries
    .selectFrom('groups')
    .select(['root_role_id as roleId', 'id'])
    .where('root_role_id', 'is not', null)
    .$if(roleId !== undefined, (query) => query.where('root_role_id', '=', roleId ?? 0))
    .execute()
  return [
    ...users,
    ...groups.map((one) => ({ ...one, kind: 'group' as const })),
    ...rootGroups.map(({ roleId: of, id }) => ({ roleId: of ?? 0, project: '', kind: 'group' as const, id })),
  ]
}

function count(holders: readonly RoleHolder[]): RoleUse {
  const of = (kind: RoleHolder['kind']) =>
    new Set(holders.filter((one) => one.kind === kind).map((one) => one.id)).size
  return {
    userCount: of('user'),
    groupCount: of('group'),
    serviceAccountCount: of('service-account'),
  }
}

/** Counts the holders of each role. */
export async function countRoleUse(queries: Queries): Promise<(roleId: number) => RoleUse> {
  const holdersOf = groupRows(await readHolders(queries), (one) => one.roleId)
  return (roleId) => count(holdersOf.get(roleId) ?? [])
}

/** Counts the holders of one role, at the root or in any project. */
export async function countUseOfRole(queries: Queries, roleId: number): Promise<RoleUse> {
  return count(await readHolders(queries, roleId))
}

/** The projects in which a role is held, and by how many. */
export async function readRoleProjects(queries: Queries, roleId: number): Promise<RoleProjects['projects']> {
  const holders = (await readHolders(queries, roleId)).filter((one) => one.project !== '')
  return [...groupRows(holders, (one) => one.project)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([project, own]) => ({ project, role: roleId, ...count(own) }))
}
