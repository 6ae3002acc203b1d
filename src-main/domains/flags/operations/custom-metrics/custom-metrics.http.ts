import { bind } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { clientCustomMetrics } from './client-custom-metrics.ts'
import { getCustomMetrics } from './get-custom-metrics.ts'
import { getPrometheusMetrics } from './get-prometheus-metrics.ts'

export const customMetricsHttp = (log: CustomMetricLog, api: ClientApi) => [
  bind(clientCustomMetrics(log, api)),
  bind(getCustomMetrics(log)),
  bind(getPrometheusMetrics(log)),
]
