import { deleteInstanceImpactMetricConfig as remove } from '#shared/flags/contract/impact-metrics.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteChart } from '../../records/impact-metrics/change-charts.ts'

export const deleteInstanceImpactMetricConfig = mutation(remove, (context, { params }) =>
  deleteChart(context, null, params.id),
)
