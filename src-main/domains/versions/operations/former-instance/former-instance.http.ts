import { bind } from '../../../../transport/http/bind.ts'
import type { StatisticsSources } from '../../../instance/records/instance-statistics/instance-statistics.ts'
import type { TrafficCounter } from '../../../instance/records/traffic/traffic-counter.ts'
import type { FrontendOrigins } from '../../../instance/records/ui-config/frontend-origins.ts'
import { getExecutiveDashboard } from './get-executive-dashboard.ts'
import { getTrafficOfMonth } from './get-traffic-of-month.ts'
import { setUiConfig } from './set-ui-config.ts'

interface Sources extends StatisticsSources {
  traffic: TrafficCounter
  frontendOrigins: FrontendOrigins
}

export const formerInstanceHttp = (sources: Sources) => [
  bind(getExecutiveDashboard(sources)),
  bind(getTrafficOfMonth(sources.traffic)),
  bind(setUiConfig(sources.frontendOrigins)),
]
