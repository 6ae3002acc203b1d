import { AppError } from '#kernel/app-error.ts'
import { mutation, type MutationContext, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/strategy-types.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { requireEditableType, requireStrategyType, toParameters } from '../strategy-types/strategy-type.ts'
import {
  deleteStrategyTypeRow,
  findStrategyType,
  insertStrategyType,
  readStrategyTypes,
  updateStrategyTypeRow,
} from '../strategy-types/strategy-types.store.ts'

export const getAllStrategies = query(contract.getAllStrategies, async ({ visible }) => ({
  version: 1 as const,
  strategies: await readStrategyTypes(visible),
}))

/** Creates a kind of strategy (recorded exchanges strategy-types/*). */
export const createStrategy = mutation(contract.createStrategy, async (context, { body }) => {
  if (await findStrategyType(context.everything, body.name))
    throw new AppError('NameExistsError', `Strategy with name ${body.name} already exist!`)
  const type: StrategyType = {
    displayName: null,
    name: body.name,
    editable: true,
    description: body.description ?? '',
    parameters: toParameters(body.parameters),
    deprecated: body.deprecated ?? false,
    title: body.title ?? null,
  }
  await insertStrategyType(context.everything, type)
  context.record({ type: 'strategy-created', data: { ...type } })
  return type
})

export const getStrategy = query(contract.getStrategy, ({ visible }, { params: { name } }) =>
  requireStrategyType(visible, name),
)

/** Replaces parameters, and what else was sent (recorded exchange strategy-types/update). */
export const updateStrategy = mutation(
  contract.updateStrategy,
  async (context, { params: { name }, body }) => {
    const before = await requireEditableType(context.everything, name)
    const after: StrategyType = {
      ...before,
      parameters: toParameters(body.parameters),
      description: body.description ?? before.description,
      title: body.title === undefined ? before.title : body.title,
    }
    await updateStrategyTypeRow(context.everything, after)
    context.record({ type: 'strategy-updated', data: { ...after }, preData: { ...before } })
  },
)

/**
 * Deletes a kind of strategy (recorded exchanges strategy-types/delete and strategy-types/delete-unknown); strategies
 * of that kind on flags stay (docs/contract/flags.md#strategy-types).
 */
export const removeStrategy = mutation(contract.removeStrategy, async (context, { params: { name } }) => {
  const type = await requireEditableType(context.everything, name)
  await deleteStrategyTypeRow(context.everything, name)
  context.record({ type: 'strategy-deleted', preData: { ...type } })
})

/** Deprecates a kind of strategies, or takes the deprecation back. */
async function setDeprecated(context: MutationContext, name: string, deprecated: boolean): Promise<void> {
  const type = await requireStrategyType(context.everything, name)
  if (type.deprecated === deprecated) return
  await updateStrategyTypeRow(context.everything, { ...type, deprecated })
  context.record({ type: deprecated ? 'strategy-deprecated' : 'strategy-reactivated', data: { name } })
}

/** Recorded exchange strategy-types/deprecate, 342. */
export const deprecateStrategy = mutation(contract.deprecateStrategy, (context, { params }) =>
  setDeprecated(context, params.strategyName, true),
)

/** Recorded exchange strategy-types/reactivate. */
export const reactivateStrategy = mutation(contract.reactivateStrategy, (context, { params }) =>
  setDeprecated(context, params.strategyName, false),
)
