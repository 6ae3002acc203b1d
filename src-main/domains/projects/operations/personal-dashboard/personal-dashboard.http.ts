import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { getPersonalDashboard } from './get-personal-dashboard.ts'
import { getPersonalDashboardProjectDetails } from './get-personal-dashboard-project-details.ts'

export const personalDashboardHttp = (access: AccessDirectory, baseUrl: string) => [
  bind(getPersonalDashboard(access)),
  bind(getPersonalDashboardProjectDetails(access, baseUrl)),
]
