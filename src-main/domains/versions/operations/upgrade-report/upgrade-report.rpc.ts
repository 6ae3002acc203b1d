import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import {
  forgetUpgradeReport,
  getInstalledSdks,
  getUpgradeReport,
  type ReportSources,
} from './upgrade-report.use-case.ts'

export const upgradeReportRpc = (sources: ReportSources) =>
  router({
    get: queryOf(getUpgradeReport(sources)),
    forget: mutationOf(forgetUpgradeReport(sources.judgedCalls)),
    sdks: queryOf(getInstalledSdks),
  })
