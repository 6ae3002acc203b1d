import { removeRoleForGroup as removeForGroup } from '#shared/versions/contract/former/access.ts'
import { mutation } from '#kernel/use-case.ts'
import { readRolesOf, setGroup } from '../../records/former-access/change-role.ts'

export const removeRoleForGroup = mutation(
  removeForGroup,
  async (context, { params: { projectId, groupId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'group', id: groupId })
    const kept = held.filter((id) => id !== roleId)
    await setGroup(context, { projectId, groupId }, kept)
  },
)
