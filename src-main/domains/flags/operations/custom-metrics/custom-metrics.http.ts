import { bind } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { clientCustomMetrics, getCustomMetrics, getPrometheusMetrics } from './custom-metrics.use-case.ts'

export const customMetricsHttp = (log: CustomMetricLog, api: ClientApi) => [
  bind(clientCustomMetrics(log, api)),
  bind(getCustomMetrics(log)),
  bind(getPrometheusMetrics(log)),
]
