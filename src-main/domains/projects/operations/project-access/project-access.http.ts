import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addAccessToProject } from './add-access.use-case.ts'
import { getProjectAccess } from './get-project-access.use-case.ts'
import { setProjectAccess } from './set-access.use-case.ts'
import {
  removeGroupAccess,
  removeUserAccess,
  setRolesForGroup,
  setRolesForUser,
} from './set-roles.use-case.ts'

export const projectAccessHttp = (access: AccessDirectory) => [
  bind(getProjectAccess),
  bind(addAccessToProject(access)),
  bind(setProjectAccess(access)),
  bind(setRolesForUser(access)),
  bind(removeUserAccess(access)),
  bind(setRolesForGroup(access)),
  bind(removeGroupAccess(access)),
]
