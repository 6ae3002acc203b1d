import { api, type Outputs } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'

type Roles = Outputs['roles']['list']
export type ListedRole = Roles['roles'][number]
export type RoleWithPermissions = Outputs['roles']['one']

/** Reads all roles, with how many hold each. */
export const rolesQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Roles> } => ({
  queryKey: keys.roles,
  queryFn: () => api.roles.list.query({}),
})

/** Reads a role with its permissions. */
export const roleQuery = (
  id: number,
): { queryKey: readonly string[]; queryFn: () => Promise<RoleWithPermissions> } => ({
  queryKey: keys.role(id),
  queryFn: () => api.roles.one.query({ params: { roleId: String(id) } }),
})
