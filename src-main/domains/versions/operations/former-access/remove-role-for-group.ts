import { removeRoleForGroup as removeForGroup } from '../../../../../src-shared/contract/former/access.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { readRolesOf, setGroup } from '../../records/former-access/change-role.ts'

export const removeRoleForGroup = (access: AccessDirectory) =>
  mutation(removeForGroup, async (context, { params: { projectId, groupId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'group', id: groupId })
    const kept = held.filter((id) => id !== roleId)
    await setGroup(context, access, { projectId, groupId }, kept)
  })
