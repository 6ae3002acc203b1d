/** Lifecycle: the stages a flag goes through from its creation to the archive, and the completing of one. */
export { lifecycleHttp } from './lifecycle.http.ts'
export { lifecycleRpc } from './lifecycle.rpc.ts'
