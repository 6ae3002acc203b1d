export { passwordsHttp } from './passwords.http.ts'
export { passwordsRpc } from './passwords.rpc.ts'
