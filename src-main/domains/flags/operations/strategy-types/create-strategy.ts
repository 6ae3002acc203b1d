import { createStrategy as create } from '#shared/flags/contract/strategy-types.ts'
import type { StrategyType } from '#shared/flags/schemas/strategy-type.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { toParameters } from '../../records/strategy-types/strategy-type.ts'
import { findStrategyType, insertStrategyType } from '../../records/strategy-types/strategy-types.store.ts'

/** Creates a kind of strategy (recorded exchanges strategy-types/*). */
export const createStrategy = mutation(create, async (context, { body }) => {
  if (await findStrategyType(context.queries, body.name))
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
  await insertStrategyType(context.queries, type)
  context.record({ type: 'strategy-created', data: { ...type } })
  return type
})
