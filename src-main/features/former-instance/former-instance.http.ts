import { bind } from '../../transport/http/bind.ts'
import type { StatisticsSources } from '../instance-statistics/index.ts'
import type { TrafficCounter } from '../traffic/index.ts'
import type { FrontendOrigins } from '../ui-config/index.ts'
import { getExecutiveDashboard } from './get-executive-dashboard.use-case.ts'
import { getTrafficOfMonth } from './get-traffic-of-month.use-case.ts'
import { setUiConfig } from './set-ui-config.use-case.ts'

interface Sources extends StatisticsSources {
  traffic: TrafficCounter
  frontendOrigins: FrontendOrigins
}

export const formerInstanceHttp = (sources: Sources) => [
  bind(getExecutiveDashboard(sources)),
  bind(getTrafficOfMonth(sources.traffic)),
  bind(setUiConfig(sources.frontendOrigins)),
]
