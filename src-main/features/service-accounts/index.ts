export { serviceAccountsHttp } from './service-accounts.http.ts'
export { serviceAccountsRpc } from './service-accounts.rpc.ts'
