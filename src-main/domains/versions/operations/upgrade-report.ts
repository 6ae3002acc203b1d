import { gt } from 'semver'

import { fileOf } from '#kernel/route.ts'
import { countSdks } from '#domains/clients/applications/instances.read-model.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation, query, served } from '#kernel/use-case.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { compositeKey } from '#shared/composite-key.ts'
import * as contract from '#shared/versions/contract/upgrade-report.ts'
import { NEWEST_VERSION, readSdk } from '#shared/versions/rules/index.ts'
import type { GroupBy, InstalledSdk, UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { groupCalls, reportAsMarkdown } from '#shared/versions/upgrade-report/index.ts'
import { hiddenPaths } from '../upgrade-report/hidden-paths.read-model.ts'
import { deleteJudgedCalls } from '../upgrade-report/judged-calls.store.ts'
import type { JudgedCalls } from '../upgrade-report/judged-calls.ts'
import { reportOf } from '../upgrade-report/report.ts'

export const forgetUpgradeReport = mutation(contract.forgetUpgradeReport, async ({ everything, record }) => {
  await deleteJudgedCalls(everything)
  record({ type: 'upgrade-report-forgotten' })
})

/** The SDKs that applications registered with, for the planner of upgrades: each version once. */
export const getInstalledSdks = query(contract.getInstalledSdks, async ({ visible }) => {
  const found = new Map<string, Omit<InstalledSdk, 'applications'> & { applications: Set<string> }>()
  await inSteps(await countSdks(visible), ({ appName, sdkVersion, instances }) => {
    const sdk = readSdk(sdkVersion)
    if (!sdk) return
    const key = compositeKey(sdk.name, sdk.version)
    const known = found.get(key) ?? { ...sdk, applications: new Set(), instances: 0 }
    known.instances += Number(instances)
    known.applications.add(appName)
    found.set(key, known)
  })
  const inOrder = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, sdk]) => sdk)
  return { sdks: inOrder.map((sdk) => ({ ...sdk, applications: [...sdk.applications].sort() })) }
})

export interface UpgradeReportAnswer {
  report: UpgradeReport
  groupBy: GroupBy
  /** Preferred format, from the Accept header. */
  format: 'json' | 'md'
}

/** Sources of a report: the calls, and the instance that received them. */
interface ReportSources {
  judgedCalls: JudgedCalls
  status: () => { contractVersion: string }
  pagesUrl: () => string
}

/** Reports the calls that an upgrade would break, by client. */
export const getUpgradeReport = ({ judgedCalls, status, pagesUrl }: ReportSources) =>
  served(
    query<typeof contract.getUpgradeReport, UpgradeReportAnswer>(
      contract.getUpgradeReport,
      async (context, { query: asked, headers: { accept } }) => {
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
      },
    ),
    {
      reply: ({ report, groupBy, format }) =>
        format === 'md'
          ? fileOf(reportAsMarkdown(report, groupBy), { 'content-type': 'text/markdown; charset=utf-8' })
          : { status: 200, body: report },
    },
  )
