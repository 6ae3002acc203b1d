export { accessOverviewHttp } from './access-overview.http.ts'
export { accessOverviewRpc } from './access-overview.rpc.ts'
