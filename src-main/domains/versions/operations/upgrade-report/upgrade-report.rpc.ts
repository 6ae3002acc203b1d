import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { forgetUpgradeReport } from './forget-upgrade-report.ts'
import { getInstalledSdks } from './get-installed-sdks.ts'
import { getUpgradeReport } from './get-upgrade-report.ts'
import type { ReportSources } from '../../records/upgrade-report/report-sources.ts'

export const upgradeReportRpc = (sources: ReportSources) =>
  router({
    get: queryOf(getUpgradeReport(sources)),
    forget: mutationOf(forgetUpgradeReport(sources.judgedCalls)),
    sdks: queryOf(getInstalledSdks),
  })
