/** User sessions: where people are signed in, as Admins see it and end it (semantics.md 2.4). */
export { userSessionsHttp } from './user-sessions.http.ts'
export { userSessionsRpc } from './user-sessions.rpc.ts'
