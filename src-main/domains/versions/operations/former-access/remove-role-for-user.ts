import { removeRoleForUser as removeForUser } from '#shared/versions/contract/former/access.ts'
import { mutation } from '#kernel/use-case.ts'
import { readRolesOf, setUser } from '../../records/former-access/change-role.ts'

export const removeRoleForUser = mutation(
  removeForUser,
  async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    const kept = held.filter((id) => id !== roleId)
    await setUser(context, { projectId, userId }, kept)
  },
)
