import {
  getRoleById as one,
  getRoleProjectAccess as projects,
  getRoles as all,
} from '../../../../../src-shared/contract/roles.ts'
import { query } from '../../../../kernel/use-case.ts'
import { environmentNames } from '../../../projects/records/environments/environments.store.ts'
import { countRoleUse, readRoleProjects } from '../../records/roles/role-use.read-model.ts'
import { toAdminPermissions, toRole } from '../../records/roles/role.ts'
import { readRoles, requireRole } from '../../records/roles/roles.store.ts'

/** All roles, with how many hold each (docs/contract/access.md#roles). */
export const getRoles = query(all, async ({ queries }) => {
  const useOf = await countRoleUse(queries)
  const roles = await readRoles(queries)
  return { version: 1 as const, roles: roles.map((role) => ({ ...role, ...useOf(role.id) })) }
})

export const getRoleById = query(one, async ({ queries }, { params: { roleId } }) => {
  const role = await requireRole(queries, roleId)
  const environments = await environmentNames(queries)
  return { ...toRole(role), permissions: toAdminPermissions(role.permissions, environments) }
})

/** In which projects a role is held, and by how many. */
export const getRoleProjectAccess = query(projects, async ({ queries }, { params: { roleId } }) => {
  await requireRole(queries, roleId)
  return { projects: await readRoleProjects(queries, roleId) }
})
