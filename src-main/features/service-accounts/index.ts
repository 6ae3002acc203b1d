/**
 * Service accounts: users of programs. They have a root role like people do and personal tokens to come with, but no
 * password and no session.
 */
export { serviceAccountsHttp } from './service-accounts.http.ts'
export { serviceAccountsRpc } from './service-accounts.rpc.ts'
