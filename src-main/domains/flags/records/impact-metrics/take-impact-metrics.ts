import type { ImpactMetric } from '../../../../../src-shared/flags/schemas/impact-metric.ts'
import { groupRows } from '../../../../store/group-rows.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { addAmount, readReport, type Reported } from './impact-sample.ts'
import {
  addSamples,
  countSeries,
  insertSeries,
  readSeriesOfReach,
  seriesKey,
  touchSeries,
  type Reach,
  type StoredSeries,
} from './impact-metrics.store.ts'

/** Most series of the instance. Series that nobody reports for a month make room. */
export const MOST_SERIES = 2000
/** Most series of one metric; further combinations of labels are counted together. */
export const MOST_SERIES_OF_METRIC = 200

/** Labels of the series that holds the combinations beyond the bound of a metric. */
const OVERFLOW = { overflow: 'true' }

/**
 * Adds what an application measured to the stored series. Beyond the bounds new combinations of labels are counted in
 * one series, and new metrics are left out (docs/contract/clients.md#impact-metrics).
 */
export async function takeImpactMetrics(
  context: Pick<MutationContext, 'queries' | 'now'>,
  metrics: readonly ImpactMetric[],
  reach: Reach,
): Promise<void> {
  const reported = addUp(readReport(metrics))
  if (reported.length === 0) return
  const { queries, now } = context
  const at = now.toISOString()
  const names = [...new Set(reported.map(({ name }) => name))]
  const known = await readSeriesOfReach(queries, reach, names)
  const { kept, created } = await withinBounds(context, reported, known, names)
  await insertSeries(queries, reach, created, at)
  const stored = created.length === 0 ? known : await readSeriesOfReach(queries, reach, names)
  const amounts = new Map(
    addUp(kept).flatMap((one) => {
      const series = stored.get(seriesKey(one))
      return series ? [[series.id, one] as const] : []
    }),
  )
  await touchSeries(queries, [...amounts.keys()], at)
  await addSamples(queries, amounts, now)
}

/** Adds up the samples of the same series. */
function addUp(reported: readonly Reported[]): Reported[] {
  return [...groupRows(reported, seriesKey).values()].map((same) =>
    same.slice(1).reduce<Reported>((sum, one) => ({ ...one, ...addAmount(sum, one) }), same[0]!),
  )
}

async function withinBounds(
  { queries }: Pick<MutationContext, 'queries'>,
  reported: readonly Reported[],
  known: ReadonlyMap<string, StoredSeries>,
  names: readonly string[],
): Promise<{ kept: Reported[]; created: Reported[] }> {
  const { all, byName } = await countSeries(queries, names)
  const created = new Map<string, Reported>()
  const kept: Reported[] = []
  const isThere = (one: Reported) => known.has(seriesKey(one)) || created.has(seriesKey(one))
  for (const one of reported) {
    const ofMetric = byName.get(one.name) ?? 0
    const beyond = { ...one, labels: OVERFLOW }
    const chosen = isThere(one) || ofMetric < MOST_SERIES_OF_METRIC ? one : beyond
    if (!isThere(chosen)) {
      if (all + created.size >= MOST_SERIES) continue
      created.set(seriesKey(chosen), chosen)
      byName.set(one.name, ofMetric + 1)
    }
    kept.push(chosen)
  }
  return { kept, created: [...created.values()] }
}
