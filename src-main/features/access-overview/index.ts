/** The access overview: who has access to what, and what one account may do, for those who answer for it. */
export { accessOverviewHttp } from './access-overview.http.ts'
export { accessOverviewRpc } from './access-overview.rpc.ts'
