import { reportAsMarkdown } from '../../../../../src-shared/upgrade-report/index.ts'
import { bind } from '../../../../transport/http/bind.ts'
import { forgetUpgradeReport } from './forget-upgrade-report.ts'
import { getInstalledSdks } from './get-installed-sdks.ts'
import { getUpgradeReport } from './get-upgrade-report.ts'
import type { ReportSources } from '../../records/upgrade-report/report-sources.ts'

export const upgradeReportHttp = (sources: ReportSources) => [
  bind(getUpgradeReport(sources), {
    reply: ({ report, groupBy, format }) =>
      format === 'md'
        ? {
            status: 200,
            bytes: Buffer.from(reportAsMarkdown(report, groupBy)),
            headers: { 'content-type': 'text/markdown; charset=utf-8' },
          }
        : { status: 200, body: report },
  }),
  bind(forgetUpgradeReport(sources.judgedCalls)),
  bind(getInstalledSdks),
]
