import { updateFeatureStrategy as operation } from '#shared/flags/contract/strategies.ts'
import { mutation } from '#kernel/use-case.ts'
import { replaceStrategy } from '../../records/strategies/replace-strategy.ts'
import { toStrategy } from '../../records/strategies/strategy.ts'

export const updateFeatureStrategy = mutation(operation, async (context, { params, body }) =>
  toStrategy(await replaceStrategy(context, params, body)),
)
