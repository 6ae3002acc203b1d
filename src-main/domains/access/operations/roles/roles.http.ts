import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { createRole } from './create-role.ts'
import { deleteRole } from './delete-role.ts'
import { getPermissions } from './get-permissions.ts'
import { getRoleById } from './get-role-by-id.ts'
import { getRoleProjectAccess } from './get-role-project-access.ts'
import { getRoles } from './get-roles.ts'
import { updateRole } from './update-role.ts'
import { validateRole } from './validate-role.ts'

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
