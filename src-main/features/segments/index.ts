/** Segments: named constraints that strategies share, of one project or of all. */
export { readSegments } from './segments.store.ts'
export { segmentsHttp } from './segments.http.ts'
export { segmentsRpc } from './segments.rpc.ts'
