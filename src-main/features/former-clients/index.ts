/** Former clients: where SDKs and proxies of versions before 6 come, and are answered as those of today are. */
export { formerClientsHttp } from './former-clients.http.ts'
