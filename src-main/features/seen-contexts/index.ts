/**
 * Seen contexts: for whom flags were evaluated here of late (frontend API, playground, impressions). Kept on this
 * machine alone, so that a change can say whom it would touch before it is made (blast-radius, ADR 0015).
 */
export { SeenContexts, type SeenCall, type SeenContext } from './seen-contexts.ts'
export { seenContextsHttp } from './seen-contexts.http.ts'
export { seenContextsRpc } from './seen-contexts.rpc.ts'
