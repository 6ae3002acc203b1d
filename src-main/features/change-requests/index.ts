/**
 * Change requests: changes of flags that are asked for, reviewed, and applied together
 * (docs/contract/changes.md#states-and-rules). Their states are
 * data in src-shared/change-requests; each kind of change goes the way of the operation that makes it directly.
 */
export { applyChanges } from './apply-changes.ts'
export { applyScheduled } from './apply-scheduled.ts'
export { cancelRequestsIn } from './cancel-requests.ts'
export { changeRequestsHttp } from './change-requests.http.ts'
export { changeRequestsRpc } from './change-requests.rpc.ts'
export { readOpenRequestIds } from './change-requests.store.ts'
export { addChanges, openRequest, type Destination } from './join-request.ts'
export { makeChange } from './make-change.ts'
export { titleOf } from './change-request.ts'
export { requireRequest } from './require-request.ts'
export { guardChanges } from './guard-changes.ts'
export { GUARDED_OPERATIONS } from './guarded-operations.ts'
