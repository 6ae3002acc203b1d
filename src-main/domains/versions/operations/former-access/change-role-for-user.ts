import { changeRoleForUser as changeForUser } from '#shared/versions/contract/former/access.ts'
import { mutation } from '#kernel/use-case.ts'
import { setUser } from '../../records/former-access/change-role.ts'

export const changeRoleForUser = mutation(changeForUser, (context, { params: { roleId, ...place } }) =>
  setUser(context, place, [roleId]),
)
