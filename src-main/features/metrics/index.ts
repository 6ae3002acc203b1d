/**
 * Metrics: which applications run which SDKs, and how often each flag was on and off, per hour, application and
 * environment. The client and frontend APIs take them in here; nothing of it changes what SDKs get.
 */
export { countLastHour } from './metrics.read-model.ts'
export { registerApplication } from './register-application.ts'
export { registerMetrics } from './register-metrics.ts'
