import { addRoleForUser as addForUser } from '#shared/versions/contract/former/access.ts'
import { mutation } from '#kernel/use-case.ts'
import { readRolesOf, setUser } from '../../records/former-access/change-role.ts'

export const addRoleForUser = mutation(
  addForUser,
  async (context, { params: { projectId, userId, roleId } }) => {
    const held = await readRolesOf(context, projectId, { kind: 'user', id: userId })
    await setUser(context, { projectId, userId }, [...new Set([...held, roleId])])
  },
)
