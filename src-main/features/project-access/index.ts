export { projectAccessHttp } from './project-access.http.ts'
export { projectAccessRpc } from './project-access.rpc.ts'
