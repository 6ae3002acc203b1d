/** Personal dashboard: what one finds when one comes in. All of it is read from other areas, nothing is kept. */
export { personalDashboardHttp } from './personal-dashboard.http.ts'
export { personalDashboardRpc } from './personal-dashboard.rpc.ts'
