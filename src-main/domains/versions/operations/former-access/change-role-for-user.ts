import { changeRoleForUser as changeForUser } from '../../../../../src-shared/contract/former/access.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { setUser } from '../../records/former-access/change-role.ts'

export const changeRoleForUser = (access: AccessDirectory) =>
  mutation(changeForUser, (context, { params: { roleId, ...place } }) =>
    setUser(context, access, place, [roleId]),
  )
