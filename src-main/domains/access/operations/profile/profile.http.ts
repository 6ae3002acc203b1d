import { bind, type Binding } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { getProfile } from './get-profile.ts'
import { getUserRoles } from './get-user-roles.ts'

export const profileHttp = (access: AccessDirectory): Binding[] => [
  bind(getProfile(access)),
  bind(getUserRoles(access)),
]
