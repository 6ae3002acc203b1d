import { mutationOf, queryOf, router } from '../../transport/rpc/init.ts'
import type { JudgedCalls } from './judged-calls.ts'
import { forgetUpgradeReport, getUpgradeReport } from './upgrade-report.use-case.ts'

export const upgradeReportRpc = (calls: JudgedCalls) =>
  router({
    get: queryOf(getUpgradeReport(calls)),
    forget: mutationOf(forgetUpgradeReport(calls)),
  })
