import { addFeatureStrategy as operation } from '#shared/flags/contract/strategies.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireActiveFeature } from '../../records/features/features.store.ts'
import { addStrategy } from '../../records/strategies/add-strategy.ts'
import { toStrategy } from '../../records/strategies/strategy.ts'

export const addFeatureStrategy = mutation(operation, async (context, { params, body }) => {
  await requireActiveFeature(context.visible, params.projectId, params.featureName)
  return toStrategy(await addStrategy(context, params, body))
})
