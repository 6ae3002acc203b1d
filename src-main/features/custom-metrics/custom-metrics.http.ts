import { bind } from '../../transport/http/bind.ts'
import type { CustomMetricLog } from './custom-metric-log.ts'
import { clientCustomMetrics, getCustomMetrics, getPrometheusMetrics } from './custom-metrics.use-case.ts'

export const customMetricsHttp = (log: CustomMetricLog) => [
  bind(clientCustomMetrics(log)),
  bind(getCustomMetrics(log)),
  bind(getPrometheusMetrics(log)),
]
