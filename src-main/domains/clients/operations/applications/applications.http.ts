import { bind } from '../../../../transport/http/bind.ts'
import { createApplication, deleteApplication } from './change-applications.use-case.ts'
import { clearUnknownFlags } from './clear-unknown-flags.use-case.ts'
import { getApplicationOverview } from './get-application-overview.use-case.ts'
import {
  getApplication,
  getApplicationEnvironmentInstances,
  getApplications,
} from './get-applications.use-case.ts'
import { getOutdatedProjectSdks, getOutdatedSdks } from './get-outdated-sdks.use-case.ts'
import { getProjectApplications } from './get-project-applications.use-case.ts'
import { getUnknownFlags } from './get-unknown-flags.use-case.ts'

export const applicationsHttp = [
  bind(getApplications),
  bind(getApplication),
  bind(createApplication),
  bind(deleteApplication),
  bind(getApplicationOverview),
  bind(getApplicationEnvironmentInstances),
  bind(getOutdatedSdks),
  bind(getUnknownFlags),
  bind(clearUnknownFlags),
  bind(getProjectApplications),
  bind(getOutdatedProjectSdks),
]
