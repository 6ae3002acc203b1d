import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import {
  getPersonalDashboard,
  getPersonalDashboardProjectDetails,
} from './get-personal-dashboard.use-case.ts'

export const personalDashboardRpc = (access: AccessDirectory) =>
  router({
    get: queryOf(getPersonalDashboard(access)),
    // links in the window lead within it
    project: queryOf(getPersonalDashboardProjectDetails(access, '')),
  })
