import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { getProfile } from './get-profile.ts'
import { getUserRoles } from './get-user-roles.ts'

export const profileRpc = (access: AccessDirectory) =>
  router({ get: queryOf(getProfile(access)), roles: queryOf(getUserRoles(access)) })
