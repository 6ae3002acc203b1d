/**
 * Signals: what other systems send to an endpoint of this service (semantics.md 7.3). Each is kept before it is
 * answered, and waits for the actions in the order in which it came.
 */
export type { NewSignal, SignalHeaders, StoredSignal } from './signal.ts'
export { findSignal, insertSignal, markProcessed, nextUnprocessed, readSignalQueue } from './signals.store.ts'
