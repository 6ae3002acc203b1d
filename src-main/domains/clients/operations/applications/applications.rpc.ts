import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { deleteApplication } from './delete-application.ts'
import { clearUnknownFlags } from './clear-unknown-flags.ts'
import { getApplicationOverview } from './get-application-overview.ts'
import { getApplication } from './get-application.ts'
import { getApplications } from './get-applications.ts'
import { getProjectApplications } from './get-project-applications.ts'
import { getUnknownFlags } from './get-unknown-flags.ts'

export const applicationsRpc = router({
  list: queryOf(getApplications),
  get: queryOf(getApplication),
  ofProject: queryOf(getProjectApplications),
  overview: queryOf(getApplicationOverview),
  remove: mutationOf(deleteApplication),
  unknownFlags: queryOf(getUnknownFlags),
  clearUnknownFlags: mutationOf(clearUnknownFlags),
})
