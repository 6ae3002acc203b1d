import { saveInstanceImpactMetricsConfig as save } from '#shared/flags/contract/impact-metrics.ts'
import { mutation } from '#kernel/use-case.ts'
import { saveChart } from '../../records/impact-metrics/change-charts.ts'

export const saveInstanceImpactMetricsConfig = mutation(save, (context, { body }) =>
  saveChart(context, null, body),
)
