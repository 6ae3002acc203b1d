/**
 * Environments: the places a flag is on or off in, and their order. Projects choose among them; API tokens open one.
 * How they are made and deleted is in environment-lifecycle, which everything that is set in one is in reach of.
 */
export { environmentsHttp } from './environments.http.ts'
export { environmentsRpc } from './environments.rpc.ts'
export { changeEnvironment } from './change-environment.ts'
export {
  environmentExists,
  environmentNames,
  findEnvironment,
  readEnvironments,
} from './environments.store.ts'
export { requireEnvironment } from './require-environment.ts'
export { findSoleEnvironment } from './sole-environment.ts'
