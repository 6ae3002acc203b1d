import { bind } from '../../../../transport/http/bind.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { getReleaseStatus } from './get-release-status.use-case.ts'
import {
  changeFeatureEnvSafeguard,
  changeReleasePlanSafeguard,
  deleteFeatureEnvSafeguard,
  deleteReleasePlanSafeguard,
} from './safeguards.use-case.ts'

export const safeguardsHttp = (metrics: CustomMetricLog) => [
  bind(changeReleasePlanSafeguard),
  bind(deleteReleasePlanSafeguard),
  bind(changeFeatureEnvSafeguard),
  bind(deleteFeatureEnvSafeguard),
  bind(getReleaseStatus(metrics)),
]
