import type { CreateImpactChart, ImpactChart } from '#shared/flags/schemas/impact-metric.ts'
import { exceedsLimit, notFound } from '#kernel/app-error.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import { deleteChartRow, readCharts, saveChartRow, type StoredChart } from './impact-charts.store.ts'
import { readSeries } from './impact-metrics.store.ts'
import { namesOf, typeOfName } from './impact-series.ts'
import { RANGES } from './impact-step.ts'

/** Most charts of a flag, and of the instance. */
export const MAX_CHARTS = 50

/** The flag that charts belong to; null: the instance. */
export type Owner = { name: string; project: string } | null

const placeOf = (owner: Owner) => (owner ? { project: owner.project, featureName: owner.name } : {})

/** Creates a chart, or replaces the one of the id. */
export async function saveChart(
  context: MutationContext,
  owner: Owner,
  { id, title, ...shown }: CreateImpactChart,
): Promise<ImpactChart> {
  const { everything, ids, now } = context
  const there = await readCharts(everything, owner?.name ?? null)
  const former = there.find((one) => one.id === id)
  if (id !== undefined && !former) throw chartNotFound(id)
  if (!former && there.length >= MAX_CHARTS) throw exceedsLimit('impact metric chart', MAX_CHARTS)
  const chart: StoredChart = {
    ...shown,
    ...(title === undefined ? {} : { title }),
    id: former?.id ?? ids.ulid(),
    featureName: owner?.name ?? null,
    createdAt: former?.createdAt ?? now.toISOString(),
  }
  await saveChartRow(everything, chart)
  context.record({
    type: former ? 'impact-metric-updated' : 'impact-metric-created',
    ...placeOf(owner),
    data: inEvent(chart),
    ...(former ? { preData: inEvent(former) } : {}),
  })
  return (await toCharts(context, [chart]))[0]!
}

export async function deleteChart(context: MutationContext, owner: Owner, id: string): Promise<void> {
  const there = await readCharts(context.everything, owner?.name ?? null)
  const former = there.find((one) => one.id === id)
  if (!former) throw chartNotFound(id)
  await deleteChartRow(context.everything, id)
  context.record({ type: 'impact-metric-deleted', ...placeOf(owner), preData: inEvent(former) })
}

const chartNotFound = (id: string) => notFound(`Could not find impact metric config with id ${id}`)

const inEvent = ({ featureName: _feature, createdAt: _at, ...chart }: StoredChart) => ({
  ...chart,
  name: chart.title ?? chart.metricName,
})

/** The contract's form: the type is that of the reported metric, or the one that its name tells. */
export async function toCharts(
  { visible }: Pick<QueryContext, 'visible'>,
  charts: readonly StoredChart[],
): Promise<ImpactChart[]> {
  const names = charts.flatMap(({ metricName }) => namesOf(metricName))
  const types = new Map((await readSeries(visible, { names })).map(({ name, type }) => [name, type]))
  return charts.map(({ featureName: _feature, createdAt: _at, ...chart }) => {
    const names = namesOf(chart.metricName)
    const known = names.map((name) => types.get(name)).find((type) => type !== undefined)
    return {
      ...chart,
      step: RANGES[chart.timeRange].step,
      type: known ?? typeOfName(chart.metricName) ?? 'unknown',
      displayName: names.at(-1) ?? chart.metricName,
    }
  })
}
