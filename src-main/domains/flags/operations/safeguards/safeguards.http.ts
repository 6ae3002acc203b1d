import { bind } from '../../../../transport/http/bind.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { getReleaseStatus } from './get-release-status.ts'
import { changeFeatureEnvSafeguard } from './change-feature-env-safeguard.ts'
import { changeReleasePlanSafeguard } from './change-release-plan-safeguard.ts'
import { deleteFeatureEnvSafeguard } from './delete-feature-env-safeguard.ts'
import { deleteReleasePlanSafeguard } from './delete-release-plan-safeguard.ts'

export const safeguardsHttp = (metrics: CustomMetricLog) => [
  bind(changeReleasePlanSafeguard),
  bind(deleteReleasePlanSafeguard),
  bind(changeFeatureEnvSafeguard),
  bind(deleteFeatureEnvSafeguard),
  bind(getReleaseStatus(metrics)),
]
