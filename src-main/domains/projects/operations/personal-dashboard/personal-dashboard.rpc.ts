import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { getPersonalDashboard } from './get-personal-dashboard.ts'
import { getPersonalDashboardProjectDetails } from './get-personal-dashboard-project-details.ts'

export const personalDashboardRpc = (access: AccessDirectory) =>
  router({
    get: queryOf(getPersonalDashboard(access)),
    // links in the window lead within it
    project: queryOf(getPersonalDashboardProjectDetails(access, '')),
  })
