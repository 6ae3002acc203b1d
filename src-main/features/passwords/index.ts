/**
 * Passwords: choosing them, changing them, and the one-time links by which somebody sets one
 * (docs/contract/access.md#passwords). It
 * guards the rule of passwords, that none is used again too soon, and that a change ends all sessions.
 */
export { passwordsHttp } from './passwords.http.ts'
export { passwordsRpc } from './passwords.rpc.ts'
export { rememberPassword, requireGoodPassword } from './new-password.ts'
export { issueResetLink } from './reset-link.ts'
