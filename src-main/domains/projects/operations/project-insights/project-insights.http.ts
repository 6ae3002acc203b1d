import { bind } from '../../../../transport/http/bind.ts'
import {
  getProjectDora,
  getProjectFlagCreators,
  getProjectHealthReport,
  getProjectInsights,
  getProjectStatus,
} from './get-project-insights.use-case.ts'

export const projectInsightsHttp = [
  bind(getProjectStatus),
  bind(getProjectInsights),
  bind(getProjectDora),
  bind(getProjectHealthReport),
  bind(getProjectFlagCreators),
]
