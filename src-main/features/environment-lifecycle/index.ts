/**
 * The life of an environment: made, changed, cloned, deleted. It stands apart from `environments`, which tokens, roles
 * and projects rest on: here they are deleted and copied with it.
 */
export { createEnvironment } from './create-environment.use-case.ts'
export { environmentLifecycleHttp } from './environment-lifecycle.http.ts'
export { environmentLifecycleRpc } from './environment-lifecycle.rpc.ts'
