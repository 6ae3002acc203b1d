import { getInstanceImpactMetricsConfigs as read } from '#shared/flags/contract/impact-metrics.ts'
import { query } from '#kernel/use-case.ts'
import { toCharts } from '../../records/impact-metrics/change-charts.ts'
import { readCharts } from '../../records/impact-metrics/impact-charts.store.ts'

export const getInstanceImpactMetricsConfigs = query(read, async (context) => ({
  configs: await toCharts(context, await readCharts(context.queries, null)),
}))
