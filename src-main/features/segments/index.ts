/** Segments: named constraints that strategies share, of one project or of all. */
export { deleteSegment, requireUnused, saveChangedSegment, toChangedSegment } from './change-segment.ts'
export { createSegment } from './create-segment.use-case.ts'
export { toSegment, type StoredSegment } from './segment.ts'
export { findSegment, readSegments, requireSegment } from './segments.store.ts'
export { segmentsHttp } from './segments.http.ts'
export { segmentsRpc } from './segments.rpc.ts'
