import type { ImpactMetric } from '#shared/flags/schemas/impact-metric.ts'
import { bytesOfRow, type ReportAllowance } from '#runtime/report-allowance.ts'
import { groupRows } from '#store/group-rows.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { addAmount, readReport, type ReportedMetric } from './impact-sample.ts'
import {
  addSamples,
  countSeries,
  insertSeries,
  readSeriesOfScope,
  seriesKey,
  touchSeries,
  type ReportScope,
  type StoredSeries,
} from './impact-metrics.store.ts'

/** Most series of the instance. Series that nobody reports for a month make room. */
export const MAX_SERIES = 2000
/** Most series of one metric; further combinations of labels are counted together. */
export const MAX_SERIES_OF_METRIC = 200

/** Labels of the series that holds the combinations beyond the bound of a metric. */
const OVERFLOW = { overflow: 'true' }

interface ReportContext extends Pick<MutationContext, 'everything' | 'now'> {
  allowance: ReportAllowance
}

/** Names that are reported, and what is known of them. */
interface Reported {
  known: ReadonlyMap<string, StoredSeries>
  names: readonly string[]
  reporter: string
}

/**
 * Adds what an application measured to the stored series. Beyond the bounds new combinations of labels are counted in
 * one series, and new metrics are left out (docs/contract/clients.md#impact-metrics).
 */
export async function recordImpactMetrics(
  context: ReportContext,
  metrics: readonly ImpactMetric[],
  reach: ReportScope & { reporter: string },
): Promise<void> {
  const reported = addUp(readReport(metrics))
  if (reported.length === 0) return
  const { everything, now } = context
  const at = now.toISOString()
  const names = [...new Set(reported.map(({ name }) => name))]
  const known = await readSeriesOfScope(everything, reach, names)
  const { kept, created } = await withinBounds(context, reported, { known, names, reporter: reach.reporter })
  await insertSeries(everything, reach, created, at)
  const stored = created.length === 0 ? known : await readSeriesOfScope(everything, reach, names)
  const amounts = new Map(
    addUp(kept).flatMap((one) => {
      const series = stored.get(seriesKey(one))
      return series ? [[series.id, one] as const] : []
    }),
  )
  await touchSeries(everything, [...amounts.keys()], at)
  await addSamples(everything, amounts, now)
}

/** Adds up the samples of the same series. */
function addUp(reported: readonly ReportedMetric[]): ReportedMetric[] {
  return [...groupRows(reported, seriesKey).values()].map((same) =>
    same.slice(1).reduce<ReportedMetric>((sum, one) => ({ ...one, ...addAmount(sum, one) }), same[0]!),
  )
}

async function withinBounds(
  { everything, allowance }: ReportContext,
  reported: readonly ReportedMetric[],
  { known, names, reporter }: Reported,
): Promise<{ kept: ReportedMetric[]; created: ReportedMetric[] }> {
  const { all, byName } = await countSeries(everything, names)
  const created = new Map<string, ReportedMetric>()
  const kept: ReportedMetric[] = []
  const isThere = (one: ReportedMetric) => known.has(seriesKey(one)) || created.has(seriesKey(one))
  for (const one of reported) {
    const ofMetric = byName.get(one.name) ?? 0
    const beyond = { ...one, labels: OVERFLOW }
    const chosen = isThere(one) || ofMetric < MAX_SERIES_OF_METRIC ? one : beyond
    if (!isThere(chosen)) {
      if (all + created.size >= MAX_SERIES) continue
      if (!allowance.admits(reporter, 'metric', bytesOfRow(seriesKey(chosen), chosen.help))) continue
      created.set(seriesKey(chosen), chosen)
      byName.set(one.name, ofMetric + 1)
    }
    kept.push(chosen)
  }
  return { kept, created: [...created.values()] }
}
