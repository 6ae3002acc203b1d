import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { getReleaseStatus } from './get-release-status.use-case.ts'
import {
  changeFeatureEnvSafeguard,
  changeReleasePlanSafeguard,
  deleteFeatureEnvSafeguard,
  deleteReleasePlanSafeguard,
} from './safeguards.use-case.ts'

export const safeguardsRpc = (metrics: CustomMetricLog) =>
  router({
    status: queryOf(getReleaseStatus(metrics)),
    changeOfPlan: mutationOf(changeReleasePlanSafeguard),
    removeOfPlan: mutationOf(deleteReleasePlanSafeguard),
    changeOfFlag: mutationOf(changeFeatureEnvSafeguard),
    removeOfFlag: mutationOf(deleteFeatureEnvSafeguard),
  })
