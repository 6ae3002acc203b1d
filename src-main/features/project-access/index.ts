/**
 * Project access: who holds which roles in a project. All ways to give a role go through `changeAccess`, which asks the one
 * guard against giving away more than one has.
 */
export { projectAccessHttp } from './project-access.http.ts'
export { projectAccessRpc } from './project-access.rpc.ts'
