import { saveFeatureImpactMetricsConfig as save } from '#shared/flags/contract/impact-metrics.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { saveChart } from '../../records/impact-metrics/change-charts.ts'

export const saveFeatureImpactMetricsConfig = mutation(save, async (context, { params, body }) => {
  const flag = await requireActiveFeature(context.visible, params.projectId, params.featureName)
  return saveChart(context, flag, body)
})
