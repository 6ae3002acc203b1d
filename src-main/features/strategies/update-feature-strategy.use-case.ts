import { updateFeatureStrategy as operation } from '../../../src-shared/contract/strategies.ts'
import { mutation } from '../../kernel/use-case.ts'
import { replaceStrategy } from './replace-strategy.ts'
import { toStrategy } from './strategy.ts'

export const updateFeatureStrategy = mutation(operation, async (context, { params, body }) =>
  toStrategy(await replaceStrategy(context, params, body)),
)
