import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addAccessToProject } from './add-access-to-project.ts'
import { getProjectAccess } from './get-project-access.ts'
import { setProjectAccess } from './set-project-access.ts'
import { removeGroupAccess } from './remove-group-access.ts'
import { removeUserAccess } from './remove-user-access.ts'
import { setRolesForGroup } from './set-roles-for-group.ts'
import { setRolesForUser } from './set-roles-for-user.ts'

export const projectAccessHttp = (access: AccessDirectory) => [
  bind(getProjectAccess),
  bind(addAccessToProject(access)),
  bind(setProjectAccess(access)),
  bind(setRolesForUser(access)),
  bind(removeUserAccess(access)),
  bind(setRolesForGroup(access)),
  bind(removeGroupAccess(access)),
]
