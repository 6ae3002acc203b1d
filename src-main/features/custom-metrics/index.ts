/** Custom metrics: numbers of the user's own applications, of the last hour, for Prometheus to collect. */
export { countsFor, CustomMetricLog } from './custom-metric-log.ts'
export { customMetricsHttp } from './custom-metrics.http.ts'
