import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { getAccessOverview } from './get-access-overview.ts'
import { getServiceAccountPermissions } from './get-service-account-permissions.ts'
import { getUserPermissions } from './get-user-permissions.ts'

export const accessOverviewRpc = (access: AccessDirectory) =>
  router({
    list: queryOf(getAccessOverview(access)),
    user: queryOf(getUserPermissions(access)),
    serviceAccount: queryOf(getServiceAccountPermissions(access)),
  })
