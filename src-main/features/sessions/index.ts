/**
 * Sessions: how a person in a browser proves who they are: by password, or by the one-time link printed at start.
 * The desktop window needs none; API tokens are elsewhere.
 */
export { hashPassword, verifyPassword } from './password.ts'
export { sessionsHttp } from './sessions.http.ts'
export { sessionsRpc } from './sessions.rpc.ts'
export { deleteSessionsOf, findSession } from './sessions.store.ts'
export { SignInLimits } from './sign-in-limits.ts'
export { SignInLinks } from './sign-in-links.ts'
export { MAX_PARALLEL_SESSIONS } from './start-session.ts'
