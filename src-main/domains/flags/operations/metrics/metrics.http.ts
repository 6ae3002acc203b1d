import { bind } from '../../../../transport/http/bind.ts'
import { getFeatureUsageSummary } from './get-feature-usage-summary.ts'
import { getRawFeatureMetrics } from './get-raw-feature-metrics.ts'

export const metricsHttp = [bind(getFeatureUsageSummary), bind(getRawFeatureMetrics)]
