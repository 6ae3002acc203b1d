import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getFeatureUsageSummary } from './get-feature-usage-summary.ts'
import { getRawFeatureMetrics } from './get-raw-feature-metrics.ts'

export const metricsRpc = router({
  summary: queryOf(getFeatureUsageSummary),
  raw: queryOf(getRawFeatureMetrics),
})
