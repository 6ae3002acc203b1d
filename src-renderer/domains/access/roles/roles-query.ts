import { api, type Outputs } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

type Roles = Outputs['getRoles']
export type ListedRole = Roles['roles'][number]
export type RoleWithPermissions = Outputs['getRoleById']

/** Reads all roles, with how many hold each. */
export const rolesQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Roles> } => ({
  queryKey: keys.roles,
  queryFn: () => api.getRoles.query({}),
})

/** Reads a role with its permissions. */
export const roleQuery = (
  id: number,
): { queryKey: readonly string[]; queryFn: () => Promise<RoleWithPermissions> } => ({
  queryKey: keys.role(id),
  queryFn: () => api.getRoleById.query({ params: { roleId: String(id) } }),
})
