import { z } from 'zod'

import { badData, exceedsLimit, notFound } from '#kernel/app-error.ts'
import { mutation, query, type MutationContext, type QueryContext } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/impact-metrics.ts'
import { requireActiveFeature, requireFeature } from '../features/features.store.ts'
import {
  readCharts,
  deleteChartRow,
  saveChartRow,
  type StoredChart,
} from '../impact-metrics/impact-charts.store.ts'
import { readSeries, type StoredSeries } from '../impact-metrics/impact-metrics.store.ts'
import { readLines, namesOf, typeOfName } from '../impact-metrics/impact-series.ts'
import { MAX_SERIES } from '../impact-metrics/record-impact-metrics.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type {
  ReportedImpactMetrics,
  CreateImpactChart,
  ImpactChart,
} from '#shared/flags/schemas/impact-metric.ts'
import { groupRows } from '#store/group-rows.ts'
import { RANGES } from '../impact-metrics/impact-step.ts'

/** Most charts of a flag, and of the instance. */
const MAX_CHARTS = 50

/** The flag that charts belong to; null: the instance. */
type Owner = { name: string; project: string } | null

const placeOf = (owner: Owner) => (owner ? { project: owner.project, featureName: owner.name } : {})

/** Creates a chart, or replaces the one of the id. */
async function saveChart(
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

async function deleteChart(context: MutationContext, owner: Owner, id: string): Promise<void> {
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
async function toCharts(
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

export const getInstanceImpactMetricsConfigs = query(
  contract.getInstanceImpactMetricsConfigs,
  async (context) => ({
    configs: await toCharts(context, await readCharts(context.visible, null)),
  }),
)

export const saveInstanceImpactMetricsConfig = mutation(
  contract.saveInstanceImpactMetricsConfig,
  (context, { body }) => saveChart(context, null, body),
)

export const deleteInstanceImpactMetricConfig = mutation(
  contract.deleteInstanceImpactMetricConfig,
  (context, { params }) => deleteChart(context, null, params.id),
)

/** Returns no page views: no instance is connected to Plausible (docs/contract/clients.md#impact-metrics). */
export const getPlausibleMetrics = query(contract.getPlausibleMetrics, async () => ({ data: [] }))

export const getReportedImpactMetrics = query(contract.getReportedImpactMetrics, async ({ visible }) => {
  const series = await readSeries(visible)
  return { metrics: describeMetrics(series), series: series.length, mostSeries: MAX_SERIES }
})

/** Sums series up to metrics, with the values that each label has. */
function describeMetrics(series: readonly StoredSeries[]): ReportedImpactMetrics['metrics'] {
  const metrics = groupRows(series, ({ name, type }) => compositeKey(name, type))
  return [...metrics.values()].map((same) => {
    const { name, type, help } = same[0]!
    const labels = new Map<string, Set<string>>()
    for (const one of same)
      for (const [label, value] of Object.entries(one.labels)) {
        const values = labels.get(label) ?? new Set()
        labels.set(label, values.add(value))
      }
    return {
      name,
      type,
      help,
      environments: [...new Set(same.map(({ environment }) => environment))].sort(),
      labels: Object.fromEntries([...labels].map(([label, values]) => [label, [...values].sort()])),
      seenAt: same.reduce((newest, { seenAt }) => (seenAt > newest ? seenAt : newest), ''),
    }
  })
}

const Selectors = z.record(z.string(), z.array(z.string()))

export const getImpactMetricSeries = query(
  contract.getImpactMetricSeries,
  ({ visible, now }, { query: { labels, ...asked } }) =>
    readLines(visible, { ...asked, labelSelectors: readSelectors(labels) }, now),
)

function readSelectors(text: string | undefined): z.output<typeof Selectors> {
  if (text === undefined) return {}
  try {
    return Selectors.parse(JSON.parse(text))
  } catch {
    throw badData('labels must be a JSON object with a list of texts for each label', '/query/labels')
  }
}

export const getFlagImpactMetricsConfigsByFeature = query(
  contract.getFlagImpactMetricsConfigsByFeature,
  async (context, { params }) => {
    const flag = await requireFeature(context.visible, params.projectId, params.featureName)
    return { configs: await toCharts(context, await readCharts(context.visible, flag.name)) }
  },
)

export const saveFeatureImpactMetricsConfig = mutation(
  contract.saveFeatureImpactMetricsConfig,
  async (context, { params, body }) => {
    const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
    return saveChart(context, flag, body)
  },
)

export const deleteFlagImpactMetricConfig = mutation(
  contract.deleteFlagImpactMetricConfig,
  async (context, { params }) => {
    const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
    await deleteChart(context, flag, params.id)
  },
)
