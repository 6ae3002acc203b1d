export { JudgedCalls } from './judged-calls.ts'
export { reportOf } from './report.ts'
export { upgradeReportHttp } from './upgrade-report.http.ts'
export { upgradeReportRpc } from './upgrade-report.rpc.ts'
