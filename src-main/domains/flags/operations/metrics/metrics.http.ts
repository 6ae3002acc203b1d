import { bind } from '../../../../transport/http/bind.ts'
import { getFeatureUsageSummary, getRawFeatureMetrics } from './get-feature-metrics.use-case.ts'

export const metricsHttp = [bind(getFeatureUsageSummary), bind(getRawFeatureMetrics)]
