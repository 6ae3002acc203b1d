import { changeRoleForGroup as changeForGroup } from '../../../../../src-shared/contract/former/access.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { setGroup } from '../../records/former-access/change-role.ts'

export const changeRoleForGroup = (access: AccessDirectory) =>
  mutation(changeForGroup, (context, { params: { roleId, ...place } }) =>
    setGroup(context, access, place, [roleId]),
  )
