/**
 * Actions: what a project wants done when a signal comes (docs/contract/signals.md#action-sets,
 * docs/contract/signals.md#action-kinds). It guards that a set has an endpoint
 * and a service account to act, and stays within its project. Executing them is the area action-execution.
 */
export { checkedActionSet } from './action-rules.ts'
export { toActionSet, type StoredAction, type StoredActionSet } from './action-set.ts'
export { readActionSets } from './action-sets.store.ts'
export { actionsHttp } from './actions.http.ts'
export { actionsRpc } from './actions.rpc.ts'
export { disableActionSets } from './set-enabled.ts'
export { findEndpoint, readActors, readEndpoints, readFlagNames } from './sources.read-model.ts'
