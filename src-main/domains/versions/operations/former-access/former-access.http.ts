import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import {
  addRoleAccessToProject,
  addRoleForUser,
  changeRoleForGroup,
  changeRoleForUser,
  removeRoleForGroup,
  removeRoleForUser,
} from './change-role.use-case.ts'
import { getProjectUsers } from './get-project-users.use-case.ts'

export const formerAccessHttp = (access: AccessDirectory) => [
  bind(getProjectUsers),
  bind(addRoleAccessToProject(access)),
  bind(addRoleForUser(access)),
  bind(changeRoleForUser(access)),
  bind(removeRoleForUser(access)),
  bind(changeRoleForGroup(access)),
  bind(removeRoleForGroup(access)),
]
