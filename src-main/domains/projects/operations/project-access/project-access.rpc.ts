import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { addAccessToProject } from './add-access-to-project.ts'
import { getProjectAccess } from './get-project-access.ts'
import { removeGroupAccess } from './remove-group-access.ts'
import { removeUserAccess } from './remove-user-access.ts'
import { setRolesForGroup } from './set-roles-for-group.ts'
import { setRolesForUser } from './set-roles-for-user.ts'

export const projectAccessRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getProjectAccess),
    add: mutationOf(addAccessToProject(access)),
    setUserRoles: mutationOf(setRolesForUser(access)),
    removeUser: mutationOf(removeUserAccess(access)),
    setGroupRoles: mutationOf(setRolesForGroup(access)),
    removeGroup: mutationOf(removeGroupAccess(access)),
  })
