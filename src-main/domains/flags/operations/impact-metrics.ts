import { z } from 'zod'

import { badData } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/impact-metrics.ts'
import { requireActiveFeature, requireFeature } from '../features/features.store.ts'
import { deleteChart, saveChart, toCharts } from '../impact-metrics/change-charts.ts'
import { readCharts } from '../impact-metrics/impact-charts.store.ts'
import { readSeries, type StoredSeries } from '../impact-metrics/impact-metrics.store.ts'
import { readLines } from '../impact-metrics/impact-series.ts'
import { MAX_SERIES } from '../impact-metrics/record-impact-metrics.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { ReportedImpactMetrics } from '#shared/flags/schemas/impact-metric.ts'
import { groupRows } from '#store/group-rows.ts'

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
