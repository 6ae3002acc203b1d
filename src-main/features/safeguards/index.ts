/**
 * Safeguards: beyond the threshold of a metric a release plan pauses, or a flag is disabled in an environment. They are
 * judged by the custom metrics of the last hour; one whose metric nobody reports does nothing, and says so.
 */
export { changeSafeguard, deleteSafeguard, findSafeguard, keyOf } from './change-safeguards.ts'
export { safeguardsHttp } from './safeguards.http.ts'
export { safeguardsRpc } from './safeguards.rpc.ts'
export { watchSafeguards } from './watch-safeguards.ts'
