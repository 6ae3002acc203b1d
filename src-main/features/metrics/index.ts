/**
 * Metrics: how often each flag was on and off, per hour, application and environment, and which applications run which
 * SDKs. The client and frontend APIs take them in here; nothing of it changes what SDKs get. What is shown of the
 * applications is the area of that name.
 */
export { countLastHour, hourOf } from './metrics.read-model.ts'
export { flagsBeyond } from './metrics.store.ts'
export { metricsHttp } from './metrics.http.ts'
export { metricsRpc } from './metrics.rpc.ts'
export { registerApplication } from './register-application.ts'
export { registerBulk } from './register-bulk.ts'
export { registerMetrics } from './register-metrics.ts'
