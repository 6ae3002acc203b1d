export { profileHttp } from './profile.http.ts'
export { profileRpc } from './profile.rpc.ts'
