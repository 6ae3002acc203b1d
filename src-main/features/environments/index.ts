/** Environments: the places a flag is on or off in. Projects choose among them; API tokens open one. */
export { environmentsHttp } from './environments.http.ts'
export { environmentsRpc } from './environments.rpc.ts'
export { environmentExists, environmentNames } from './environments.store.ts'
