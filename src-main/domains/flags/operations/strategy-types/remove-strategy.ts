import { removeStrategy as remove } from '#shared/flags/contract/strategy-types.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireEditableType } from '../../records/strategy-types/strategy-type.ts'
import { deleteStrategyTypeRow } from '../../records/strategy-types/strategy-types.store.ts'

/**
 * Deletes a kind of strategy (recorded exchanges strategy-types/delete and strategy-types/delete-unknown); strategies
 * of that kind on flags stay (docs/contract/flags.md#strategy-types).
 */
export const removeStrategy = mutation(remove, async (context, { params: { name } }) => {
  const type = await requireEditableType(context.queries, name)
  await deleteStrategyTypeRow(context.queries, name)
  context.record({ type: 'strategy-deleted', preData: { ...type } })
})
