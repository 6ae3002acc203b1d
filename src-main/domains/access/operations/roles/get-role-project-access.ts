import { getRoleProjectAccess as projects } from '#shared/access/contract/roles.ts'
import { query } from '#kernel/use-case.ts'
import { readRoleProjects } from '../../records/roles/role-use.read-model.ts'
import { requireRole } from '../../records/roles/roles.store.ts'

/** Lists the projects in which a role is assigned, with the number of holders. */
export const getRoleProjectAccess = query(projects, async ({ queries }, { params: { roleId } }) => {
  await requireRole(queries, roleId)
  return { projects: await readRoleProjects(queries, roleId) }
})
