import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createRole } from './create-role.use-case.ts'
import { deleteRole } from './delete-role.use-case.ts'
import { getPermissions } from './get-permissions.use-case.ts'
import { getRoleById, getRoleProjectAccess, getRoles } from './get-roles.use-case.ts'
import { updateRole } from './update-role.use-case.ts'

export const rolesRpc = (access: AccessDirectory) =>
  router({
    permissions: queryOf(getPermissions),
    list: queryOf(getRoles),
    one: queryOf(getRoleById),
    projects: queryOf(getRoleProjectAccess),
    create: mutationOf(createRole(access)),
    update: mutationOf(updateRole(access)),
    remove: mutationOf(deleteRole(access)),
  })
