import { bind } from '../../../../transport/http/bind.ts'
import { getProjectDora } from './get-project-dora.ts'
import { getProjectFlagCreators } from './get-project-flag-creators.ts'
import { getProjectHealthReport } from './get-project-health-report.ts'
import { getProjectInsights } from './get-project-insights.ts'
import { getProjectStatus } from './get-project-status.ts'

export const projectInsightsHttp = [
  bind(getProjectStatus),
  bind(getProjectInsights),
  bind(getProjectDora),
  bind(getProjectHealthReport),
  bind(getProjectFlagCreators),
]
