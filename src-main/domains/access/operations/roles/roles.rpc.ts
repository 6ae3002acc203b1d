import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createRole } from './create-role.ts'
import { deleteRole } from './delete-role.ts'
import { getPermissions } from './get-permissions.ts'
import { getRoleById } from './get-role-by-id.ts'
import { getRoleProjectAccess } from './get-role-project-access.ts'
import { getRoles } from './get-roles.ts'
import { updateRole } from './update-role.ts'

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
