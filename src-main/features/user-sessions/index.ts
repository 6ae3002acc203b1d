export { userSessionsHttp } from './user-sessions.http.ts'
export { userSessionsRpc } from './user-sessions.rpc.ts'
