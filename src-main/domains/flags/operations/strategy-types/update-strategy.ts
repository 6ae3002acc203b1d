import { updateStrategy as update } from '#shared/flags/contract/strategy-types.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireEditableType, toParameters } from '../../records/strategy-types/strategy-type.ts'
import { updateStrategyTypeRow } from '../../records/strategy-types/strategy-types.store.ts'

/** Replaces parameters, and what else was sent (recorded exchange strategy-types/update). */
export const updateStrategy = mutation(update, async (context, { params: { name }, body }) => {
  const before = await requireEditableType(context.queries, name)
  const after: StrategyType = {
    ...before,
    parameters: toParameters(body.parameters),
    description: body.description ?? before.description,
    title: body.title === undefined ? before.title : body.title,
  }
  await updateStrategyTypeRow(context.queries, after)
  context.record({ type: 'strategy-updated', data: { ...after }, preData: { ...before } })
})
