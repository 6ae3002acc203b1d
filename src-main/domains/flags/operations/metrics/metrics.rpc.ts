import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getFeatureUsageSummary, getRawFeatureMetrics } from './get-feature-metrics.use-case.ts'

export const metricsRpc = router({
  summary: queryOf(getFeatureUsageSummary),
  raw: queryOf(getRawFeatureMetrics),
})
