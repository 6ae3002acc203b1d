import { bind } from '../../../../transport/http/bind.ts'
import { createApplication } from './create-application.ts'
import { deleteApplication } from './delete-application.ts'
import { clearUnknownFlags } from './clear-unknown-flags.ts'
import { getApplicationOverview } from './get-application-overview.ts'
import { getApplication } from './get-application.ts'
import { getApplicationEnvironmentInstances } from './get-application-environment-instances.ts'
import { getApplications } from './get-applications.ts'
import { getOutdatedProjectSdks } from './get-outdated-project-sdks.ts'
import { getOutdatedSdks } from './get-outdated-sdks.ts'
import { getProjectApplications } from './get-project-applications.ts'
import { getUnknownFlags } from './get-unknown-flags.ts'

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
