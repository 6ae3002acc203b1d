import { deleteFeatureStrategy as operation } from '#shared/flags/contract/strategies.ts'
import { mutation } from '#kernel/use-case.ts'
import { removeStrategy } from '../../records/strategies/remove-strategy.ts'

export const deleteFeatureStrategy = mutation(operation, (context, { params }) =>
  removeStrategy(context, params),
)
