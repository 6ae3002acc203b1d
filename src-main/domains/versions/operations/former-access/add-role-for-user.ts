import { addRoleForUser as addForUser } from '../../../../../src-shared/contract/former/access.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { readRolesOf, setUser } from '../../records/former-access/change-role.ts'

export const addRoleForUser = (access: AccessDirectory) =>
  mutation(addForUser, async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    await setUser(context, access, { projectId, userId }, [...new Set([...held, roleId])])
  })
