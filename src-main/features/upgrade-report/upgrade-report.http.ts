import { bind } from '../../transport/http/bind.ts'
import type { JudgedCalls } from './judged-calls.ts'
import { forgetUpgradeReport, getUpgradeReport } from './upgrade-report.use-case.ts'

export const upgradeReportHttp = (calls: JudgedCalls) => [
  bind(getUpgradeReport(calls)),
  bind(forgetUpgradeReport(calls)),
]
