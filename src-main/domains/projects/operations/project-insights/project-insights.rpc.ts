import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getProjectDora } from './get-project-dora.ts'
import { getProjectStatus } from './get-project-status.ts'

export const projectInsightsRpc = router({
  status: queryOf(getProjectStatus),
  leadTime: queryOf(getProjectDora),
})
