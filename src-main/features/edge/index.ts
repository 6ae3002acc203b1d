/** Edge: what a proxy needs that stands in front and answers SDKs itself: to check tokens, to get some, to report. */
export { takeBulkMetrics } from './client-bulk-metrics.use-case.ts'
export { edgeHttp } from './edge.http.ts'
export { EdgeGate } from './hmac.ts'
