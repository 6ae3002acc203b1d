import { gt } from 'semver'

import { compositeKey } from '../../../../../src-shared/composite-key.ts'
import {
  forgetUpgradeReport as forget,
  getInstalledSdks as sdks,
  getUpgradeReport as get,
} from '../../../../../src-shared/contract/upgrade-report.ts'
import type {
  GroupBy,
  InstalledSdk,
  UpgradeReport,
} from '../../../../../src-shared/schemas/upgrade-report.ts'
import { groupCalls } from '../../../../../src-shared/upgrade-report/index.ts'
import { NEWEST_VERSION, readSdk } from '../../../../../src-shared/versions/index.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import { readInstances } from '../../../clients/records/applications/instances.read-model.ts'
import { hiddenPaths } from '../../records/upgrade-report/hidden-paths.read-model.ts'
import { deleteJudgedCalls } from '../../records/upgrade-report/judged-calls.store.ts'
import type { JudgedCalls } from '../../records/upgrade-report/judged-calls.ts'
import { reportOf } from '../../records/upgrade-report/report.ts'

export interface UpgradeReportAnswer {
  report: UpgradeReport
  groupBy: GroupBy
  /** What the caller would like best. */
  format: 'json' | 'md'
}

/** What a report is made of: the calls, and where they were made. */
export interface ReportSources {
  judgedCalls: JudgedCalls
  status: () => { contractVersion: string }
  pagesUrl: () => string
}

/** What would break on the way from one version to another, by who calls it. */
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

export const forgetUpgradeReport = (calls: JudgedCalls) =>
  mutation(forget, async ({ queries, record, onCommit }) => {
    await deleteJudgedCalls(queries)
    record({ type: 'upgrade-report-forgotten' })
    onCommit(() => calls.forget())
  })

/** The SDKs that applications registered with, for the planner of upgrades: each version once. */
export const getInstalledSdks = query(sdks, async ({ queries }) => {
  const found = new Map<string, InstalledSdk>()
  for (const { sdkVersion, appName } of await readInstances(queries)) {
    const sdk = sdkVersion === null ? undefined : readSdk(sdkVersion)
    if (!sdk) continue
    const key = compositeKey(sdk.name, sdk.version)
    const known = found.get(key) ?? { ...sdk, applications: [], instances: 0 }
    known.instances++
    if (!known.applications.includes(appName)) known.applications.push(appName)
    found.set(key, known)
  }
  const inOrder = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, sdk]) => sdk)
  return { sdks: inOrder.map((sdk) => ({ ...sdk, applications: sdk.applications.sort() })) }
})
