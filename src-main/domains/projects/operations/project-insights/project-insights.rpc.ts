import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getProjectDora, getProjectStatus } from './get-project-insights.use-case.ts'

export const projectInsightsRpc = router({
  status: queryOf(getProjectStatus),
  leadTime: queryOf(getProjectDora),
})
