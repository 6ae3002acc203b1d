import { isPermission, type Permission, type RoleType } from '../../../src-shared/permissions/index.ts'
import type { Queries } from '../../store/queries.ts'

export interface StoredRole {
  id: number
  name: string
  type: RoleType
  permissions: { permission: Permission; environment?: string }[]
}

export interface StoredAssignment {
  userId: number
  roleId: number
  /** Absent: a root role. */
  project?: string
}

/** All roles with their permissions. A permission this version does not know is left out: it can grant nothing. */
export async function readRoles(queries: Queries): Promise<StoredRole[]> {
  const roles = await queries.selectFrom('roles').select(['id', 'name', 'type']).orderBy('id').execute()
  const rows = await queries
    .selectFrom('role_permissions')
    .select(['role_id', 'permission', 'environment'])
    .execute()
  return roles.map((role) => ({
    id: role.id,
    name: role.name,
    type: role.type as RoleType,
    permissions: rows.flatMap(({ role_id, permission, environment }) =>
      role_id === role.id && isPermission(permission)
        ? [{ permission, ...(environment === '' ? {} : { environment }) }]
        : [],
    ),
  }))
}

/** Who holds which role, where. */
export async function readAssignments(queries: Queries): Promise<StoredAssignment[]> {
  const rows = await queries.selectFrom('user_roles').select(['user_id', 'role_id', 'project']).execute()
  return rows.map(({ user_id, role_id, project }) => ({
    userId: user_id,
    roleId: role_id,
    ...(project === '' ? {} : { project }),
  }))
}

/** Gives a user a role: a root role, or a project role in a project. Holding it already is fine. */
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
