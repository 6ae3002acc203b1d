export { groupsHttp } from './groups.http.ts'
export { groupsRpc } from './groups.rpc.ts'
