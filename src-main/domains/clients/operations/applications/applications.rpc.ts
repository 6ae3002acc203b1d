import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { deleteApplication } from './change-applications.use-case.ts'
import { clearUnknownFlags } from './clear-unknown-flags.use-case.ts'
import { getApplicationOverview } from './get-application-overview.use-case.ts'
import { getApplication, getApplications } from './get-applications.use-case.ts'
import { getProjectApplications } from './get-project-applications.use-case.ts'
import { getUnknownFlags } from './get-unknown-flags.use-case.ts'

export const applicationsRpc = router({
  list: queryOf(getApplications),
  get: queryOf(getApplication),
  ofProject: queryOf(getProjectApplications),
  overview: queryOf(getApplicationOverview),
  remove: mutationOf(deleteApplication),
  unknownFlags: queryOf(getUnknownFlags),
  clearUnknownFlags: mutationOf(clearUnknownFlags),
})
