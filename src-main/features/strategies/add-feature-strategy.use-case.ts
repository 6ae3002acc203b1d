import { addFeatureStrategy as operation } from '../../../src-shared/contract/strategies.ts'
import { mutation } from '../../kernel/use-case.ts'
import { requireActiveFeature } from '../features/index.ts'
import { addStrategy } from './add-strategy.ts'
import { toStrategy } from './strategy.ts'

export const addFeatureStrategy = mutation(operation, async (context, { params, body }) => {
  await requireActiveFeature(context.visible, params.projectId, params.featureName)
  return toStrategy(await addStrategy(context, params, body))
})
