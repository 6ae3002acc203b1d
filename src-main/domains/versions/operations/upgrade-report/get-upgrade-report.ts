import { gt } from 'semver'
import { getUpgradeReport as get } from '#shared/versions/contract/upgrade-report.ts'
import type { GroupBy, UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { groupCalls } from '#shared/versions/upgrade-report/index.ts'
import { NEWEST_VERSION } from '#shared/versions/rules/index.ts'
import { badData } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { hiddenPaths } from '../../records/upgrade-report/hidden-paths.read-model.ts'
import { reportOf } from '../../records/upgrade-report/report.ts'
import type { ReportSources } from '../../records/upgrade-report/report-sources.ts'

export interface UpgradeReportAnswer {
  report: UpgradeReport
  groupBy: GroupBy
  /** Preferred format, from the Accept header. */
  format: 'json' | 'md'
}

/** Reports the calls that an upgrade would break, by client. */
export const getUpgradeReport = ({ judgedCalls, status, pagesUrl }: ReportSources) =>
  query<typeof get, UpgradeReportAnswer>(get, async (context, { query: asked, headers: { accept } }) => {
    const { everything, hidden } = context
    const { contractVersion } = status()
    const { from = contractVersion, to = NEWEST_VERSION, groupBy = 'call' } = asked
    if (gt(from, to)) throw badData(`from (${from}) must not be after to (${to})`, '/query/from')
    const isHidden = await hiddenPaths(everything, hidden)
    const calls = judgedCalls
      .all()
      .map((call) => (call.path !== null && isHidden(call.path) ? { ...call, path: null } : call))
    const report = reportOf(calls, { from, to, contractVersion, url: pagesUrl() })
    return {
      report: groupBy === 'call' ? report : { ...report, groups: groupCalls(report.calls, groupBy) },
      groupBy,
      format: asked.format ?? (/\btext\/markdown\b/i.test(accept ?? '') ? 'md' : 'json'),
    }
  })
