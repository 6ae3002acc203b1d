/** Profile: what the caller is and holds. Personal access tokens and the own password have areas of their own. */
export { profileHttp } from './profile.http.ts'
export { profileRpc } from './profile.rpc.ts'
