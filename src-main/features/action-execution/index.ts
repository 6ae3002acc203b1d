/**
 * Action execution: signals are handed to the action sets that they fit, in the order in which they came
 * (docs/contract/signals.md#order). It guards that each signal is dealt with once, by the service account of the
 * set and with its permissions.
 */
export { actionExecutionHttp } from './action-execution.http.ts'
export { actionExecutionRpc } from './action-execution.rpc.ts'
export type { ActionPace } from './action-pace.ts'
export { processSignals } from './process-signals.ts'
