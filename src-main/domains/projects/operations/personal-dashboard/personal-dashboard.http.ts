import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import {
  getPersonalDashboard,
  getPersonalDashboardProjectDetails,
} from './get-personal-dashboard.use-case.ts'

export const personalDashboardHttp = (access: AccessDirectory, baseUrl: string) => [
  bind(getPersonalDashboard(access)),
  bind(getPersonalDashboardProjectDetails(access, baseUrl)),
]
