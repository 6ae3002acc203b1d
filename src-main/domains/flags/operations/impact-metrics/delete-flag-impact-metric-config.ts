import { deleteFlagImpactMetricConfig as remove } from '#shared/flags/contract/impact-metrics.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { deleteChart } from '../../records/impact-metrics/change-charts.ts'

export const deleteFlagImpactMetricConfig = mutation(remove, async (context, { params }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  await deleteChart(context, flag, params.id)
})
