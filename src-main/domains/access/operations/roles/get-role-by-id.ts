import { getRoleById as one } from '#shared/access/contract/roles.ts'
import { query } from '#kernel/use-case.ts'
import { environmentNames } from '../../records/places/places.read-model.ts'
import { toAdminPermissions, toRole } from '../../records/roles/role.ts'
import { requireRole } from '../../records/roles/roles.store.ts'

export const getRoleById = query(one, async ({ queries }, { params: { roleId } }) => {
  const role = await requireRole(queries, roleId)
  const environments = await environmentNames(queries)
  return { ...toRole(role), permissions: toAdminPermissions(role.permissions, environments) }
})
