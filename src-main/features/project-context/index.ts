/** Project context: context fields that belong to one project. */
export { projectContextHttp } from './project-context.http.ts'
export { projectContextRpc } from './project-context.rpc.ts'
