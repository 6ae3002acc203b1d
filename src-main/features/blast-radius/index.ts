/**
 * Blast radius: for whom of those seen lately flags would come out differently, were a change made. The change is made by
 * the operation that makes it, in a transaction that is taken back; both sides are evaluated as SDKs do (ADR 0015).
 */
export { blastRadiusHttp } from './blast-radius.http.ts'
export { blastRadiusRpc } from './blast-radius.rpc.ts'
