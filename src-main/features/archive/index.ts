/** Archive: taking flags out of the SDKs' sight, bringing them back, and deleting them for good. */
export { revive } from './revive-features.use-case.ts'
export { archiveHttp } from './archive.http.ts'
export { archiveRpc } from './archive.rpc.ts'
