import { setStrategySortOrder as operation } from '#shared/flags/contract/strategies.ts'
import { mutation } from '#kernel/use-case.ts'
import { reorderStrategies } from '../../records/strategies/reorder-strategies.ts'

export const setStrategySortOrder = mutation(operation, (context, { params, body }) =>
  reorderStrategies(context, params, body),
)
