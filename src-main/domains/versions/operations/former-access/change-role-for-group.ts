import { changeRoleForGroup as changeForGroup } from '#shared/versions/contract/former/access.ts'
import { mutation } from '#kernel/use-case.ts'
import { setGroup } from '../../records/former-access/change-role.ts'

export const changeRoleForGroup = mutation(changeForGroup, (context, { params: { roleId, ...place } }) =>
  setGroup(context, place, [roleId]),
)
