import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createRole } from './create-role.use-case.ts'
import { deleteRole } from './delete-role.use-case.ts'
import { getPermissions } from './get-permissions.use-case.ts'
import { getRoleById, getRoleProjectAccess, getRoles } from './get-roles.use-case.ts'
import { updateRole } from './update-role.use-case.ts'
import { validateRole } from './validate-role.use-case.ts'

export const rolesHttp = (access: AccessDirectory) => [
  bind(getPermissions),
  bind(getRoles),
  bind(createRole(access)),
  bind(validateRole),
  bind(getRoleById),
  bind(updateRole(access)),
  bind(deleteRole(access)),
  bind(getRoleProjectAccess),
]
