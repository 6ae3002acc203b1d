import type { UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import type { Queries } from '#store/queries.ts'
import { readJudgedCalls } from './judged-calls.store.ts'
import { reportOf, type ReportedInstance } from './report.ts'
import type { VersionRange } from './verdicts.ts'

/** The report of what is stored, for who has the data and no running instance. */
export async function readReport(
  queries: Queries,
  asked: VersionRange & ReportedInstance,
): Promise<UpgradeReport> {
  return reportOf(await readJudgedCalls(queries), asked)
}
