/** User sessions: where people are signed in, as Admins see it and end it (docs/contract/access.md#scim). */
export { userSessionsHttp } from './user-sessions.http.ts'
export { userSessionsRpc } from './user-sessions.rpc.ts'
