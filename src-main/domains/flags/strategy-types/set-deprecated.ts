import type { MutationContext } from '#kernel/use-case.ts'
import { requireStrategyType } from './strategy-type.ts'
import { updateStrategyTypeRow } from './strategy-types.store.ts'

/** Deprecates a kind of strategies, or takes the deprecation back. */
export async function setDeprecated(
  context: MutationContext,
  name: string,
  deprecated: boolean,
): Promise<void> {
  const type = await requireStrategyType(context.queries, name)
  if (type.deprecated === deprecated) return
  await updateStrategyTypeRow(context.queries, { ...type, deprecated })
  context.record({ type: deprecated ? 'strategy-deprecated' : 'strategy-reactivated', data: { name } })
}
