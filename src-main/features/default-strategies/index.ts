/** Default strategies: per project and environment, what a flag gets that has no active strategy when it is enabled. */
export { toDefaultStrategy } from './default-strategy.ts'
export { defaultStrategiesHttp } from './default-strategies.http.ts'
export { defaultStrategiesRpc } from './default-strategies.rpc.ts'
