import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addAccessToProject } from './add-access.use-case.ts'
import { getProjectAccess } from './get-project-access.use-case.ts'
import {
  removeGroupAccess,
  removeUserAccess,
  setRolesForGroup,
  setRolesForUser,
} from './set-roles.use-case.ts'

export const projectAccessRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getProjectAccess),
    add: mutationOf(addAccessToProject(access)),
    setUserRoles: mutationOf(setRolesForUser(access)),
    removeUser: mutationOf(removeUserAccess(access)),
    setGroupRoles: mutationOf(setRolesForGroup(access)),
    removeGroup: mutationOf(removeGroupAccess(access)),
  })
