import { getFlagImpactMetricsConfigsByFeature as read } from '#shared/flags/contract/impact-metrics.ts'
import { query } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { toCharts } from '../../records/impact-metrics/change-charts.ts'
import { readCharts } from '../../records/impact-metrics/impact-charts.store.ts'

export const getFlagImpactMetricsConfigsByFeature = query(read, async (context, { params }) => {
  const flag = await requireFeature(context.queries, params.projectId, params.featureName)
  return { configs: await toCharts(context, await readCharts(context.queries, flag.name)) }
})
