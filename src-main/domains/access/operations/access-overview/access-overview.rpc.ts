import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { getAccessOverview } from './get-access-overview.use-case.ts'
import { getServiceAccountPermissions, getUserPermissions } from './get-account-permissions.use-case.ts'

export const accessOverviewRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getAccessOverview(access)),
    user: queryOf(getUserPermissions(access)),
    serviceAccount: queryOf(getServiceAccountPermissions(access)),
  })
