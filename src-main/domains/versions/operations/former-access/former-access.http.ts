import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addRoleAccessToProject } from './add-role-access-to-project.ts'
import { addRoleForUser } from './add-role-for-user.ts'
import { changeRoleForGroup } from './change-role-for-group.ts'
import { changeRoleForUser } from './change-role-for-user.ts'
import { removeRoleForGroup } from './remove-role-for-group.ts'
import { removeRoleForUser } from './remove-role-for-user.ts'
import { getProjectUsers } from './get-project-users.ts'

export const formerAccessHttp = (access: AccessDirectory) => [
  bind(getProjectUsers),
  bind(addRoleAccessToProject(access)),
  bind(addRoleForUser(access)),
  bind(changeRoleForUser(access)),
  bind(removeRoleForUser(access)),
  bind(changeRoleForGroup(access)),
  bind(removeRoleForGroup(access)),
]
