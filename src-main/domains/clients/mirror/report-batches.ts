import type { BulkMetrics } from '#shared/flags/schemas/metrics.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { addToTotals } from './forwarding-totals.store.ts'
import {
  deleteBatch,
  deleteWaiting,
  findReadyBatch,
  findWaiting,
  insertBatch,
  readWaiting,
  reportKey,
  saveWaiting,
  setBatchState,
  type ReportBatch,
  type ReportKind,
  type Share,
  type WaitingReport,
} from './waiting-reports.store.ts'

/** Bounds of a batch. Services with the usual bound of a body take 100 kB. */
const MAX_REPORTS = 500
const MAX_BYTES = 90_000

/** Result of sending a batch. */
export type Outcome = 'sent' | 'kept' | 'refused' | 'unconfirmed'

/**
 * Chooses the next batch of a token, and marks it as being sent, in one transaction: the one that is left from before, or a new
 * one of those reports that have waited longest.
 */
export async function beginBatch(
  queries: Queries,
  source: string,
  share: Share | undefined,
): Promise<ReportBatch | undefined> {
  const left = await findReadyBatch(queries, source)
  if (!left && share) await makeBatch(queries, source, share)
  const batch = left ?? (await findReadyBatch(queries, source))
  if (batch) await setBatchState(queries, batch.id, 'sending')
  return batch
}

async function makeBatch(queries: Queries, source: string, share: Share): Promise<void> {
  const reports = fitting(await readWaiting(queries, share, MAX_REPORTS))
  const [first] = reports
  if (!first) return
  await deleteWaiting(queries, reports)
  const listOf = (kind: ReportKind) =>
    reports.flatMap((one) => (one.kind === kind ? [one.content] : [])).join()
  const impacts = listOf('impact')
  await insertBatch(queries, {
    environment: share.environment,
    source,
    content:
      `{"applications":[${listOf('registration')}],"metrics":[${listOf('count')}]` +
      `${impacts === '' ? '' : `,"impactMetrics":[${impacts}]`}}`,
    evaluations: sumOf(reports),
    since: first.since,
  })
}

/** The first of some reports that fit into a request: at least one. */
function fitting(reports: readonly WaitingReport[]): WaitingReport[] {
  let bytes = 0
  const end = reports.findIndex(({ content }, index) => {
    bytes += Buffer.byteLength(content) + 1
    return index > 0 && bytes > MAX_BYTES
  })
  return end < 0 ? [...reports] : reports.slice(0, end)
}

const sumOf = (list: readonly { evaluations: number }[]) =>
  list.reduce((sum, { evaluations }) => sum + evaluations, 0)

/** Notes what became of a batch. Returns the number of reports that are given up. */
export async function endBatch(
  queries: Queries,
  batch: ReportBatch,
  outcome: Outcome,
  at: string,
): Promise<number> {
  const { id, evaluations } = batch
  if (outcome === 'kept') {
    await setBatchState(queries, id, 'ready')
    return 0
  }
  // a commit whose answer was lost is tried again
  if (!(await deleteBatch(queries, id))) return 0
  if (outcome === 'sent') await addToTotals(queries, { sent: evaluations, sentAt: at })
  if (outcome === 'unconfirmed') {
    await addToTotals(queries, { unconfirmed: evaluations })
    await keepRegistrations(queries, batch)
  }
  return outcome === 'refused' ? split(queries, batch) : 0
}

/** Has registrations sent again, as it does no harm, unless there are newer ones. */
async function keepRegistrations(queries: Queries, { content, since }: ReportBatch) {
  const reports = fromJson<BulkMetrics>(content).applications.map((item): WaitingReport => {
    const { appName, instanceId, environment, projects } = item
    return {
      kind: 'registration',
      environment,
      key: compositeKey(appName, instanceId),
      project: projects?.[0] ?? '',
      content: toJson(item),
      evaluations: 0,
      since,
    }
  })
  const newer = await findWaiting(queries, 'registration', reports)
  await saveWaiting(
    queries,
    reports.filter((one) => !newer.has(reportKey(one))),
  )
}

/** Halves a batch that the upstream does not take, to find the report that it objects to: that one is dropped. */
async function split(queries: Queries, { environment, source, content, since, evaluations }: ReportBatch) {
  const { applications, metrics, impactMetrics = [] } = fromJson<BulkMetrics>(content)
  const count = applications.length + metrics.length + impactMetrics.length
  if (count <= 1) {
    await addToTotals(queries, { dropped: evaluations })
    return count
  }
  const middle = Math.ceil(count / 2)
  for (const [start, end] of [
    [0, middle],
    [middle, count],
  ] as const) {
    const part = <T>(list: readonly T[], before: number) =>
      list.slice(Math.max(0, start - before), Math.max(0, end - before))
    const impacts = part(impactMetrics, applications.length + metrics.length)
    const counts = part(metrics, applications.length)
    await insertBatch(queries, {
      environment,
      source,
      content: toJson({
        applications: part(applications, 0),
        metrics: counts,
        ...(impacts.length > 0 ? { impactMetrics: impacts } : {}),
      }),
      evaluations: counts.reduce((sum, { yes, no }) => sum + (yes ?? 0) + (no ?? 0), 0),
      since,
    })
  }
  return 0
}
