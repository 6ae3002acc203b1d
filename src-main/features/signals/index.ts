/**
 * Signals: what other systems send to an endpoint of this service (docs/contract/signals.md#intake). Each is kept
 * before it is
 * answered, and waits for the actions that listen to it, in the order in which it came.
 */
export { openSignals, type SignalServices } from './signal-services.ts'
export { type NewSignal, type StoredSignal } from './signal.ts'
export { signalsHttp } from './signals.http.ts'
export { signalsRpc } from './signals.rpc.ts'
export {
  findSignal,
  findSourceOf,
  findWaiting,
  insertSignal,
  markProcessed,
  readSignalQueue,
} from './signals.store.ts'
