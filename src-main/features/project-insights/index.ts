/** How projects fare: activity, health, stages, the time to production. All of it is read, nothing is kept. */
export { readOverviewWithFlags } from './get-project-insights.use-case.ts'
export { average, readDaysToProduction } from './project-insights.read-model.ts'
export { projectInsightsHttp } from './project-insights.http.ts'
export { projectInsightsRpc } from './project-insights.rpc.ts'
