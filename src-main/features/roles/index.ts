export { rolesHttp } from './roles.http.ts'
export { rolesRpc } from './roles.rpc.ts'
