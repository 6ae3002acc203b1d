import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { getReleaseStatus } from './get-release-status.ts'
import { changeFeatureEnvSafeguard } from './change-feature-env-safeguard.ts'
import { changeReleasePlanSafeguard } from './change-release-plan-safeguard.ts'
import { deleteFeatureEnvSafeguard } from './delete-feature-env-safeguard.ts'
import { deleteReleasePlanSafeguard } from './delete-release-plan-safeguard.ts'

export const safeguardsRpc = (metrics: CustomMetricLog) =>
  router({
    status: queryOf(getReleaseStatus(metrics)),
    changeOfPlan: mutationOf(changeReleasePlanSafeguard),
    removeOfPlan: mutationOf(deleteReleasePlanSafeguard),
    changeOfFlag: mutationOf(changeFeatureEnvSafeguard),
    removeOfFlag: mutationOf(deleteFeatureEnvSafeguard),
  })
