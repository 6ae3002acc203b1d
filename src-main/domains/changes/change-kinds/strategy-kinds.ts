import type { ChangeOf } from '#shared/changes/schemas/requested-change.ts'
import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { findStrategy, readStrategies } from '#domains/flags/features/feature-strategies.store.ts'
import { projectHasEnvironment } from '#domains/projects/projects/projects.store.ts'
import { addStrategy } from '#domains/flags/strategies/add-strategy.ts'
import { removeStrategy } from '#domains/flags/strategies/remove-strategy.ts'
import { reorderStrategies } from '#domains/flags/strategies/reorder-strategies.ts'
import { replaceStrategy } from '#domains/flags/strategies/replace-strategy.ts'
import { requireValidStrategy } from '#domains/flags/strategies/strategy-rules.ts'
import { toConstraints, toStrategy, toVariants } from '#domains/flags/strategies/strategy.ts'
import type { ChangeKind, ChangePlace } from './change-kind.ts'

export const ADD_STRATEGY: ChangeKind<ChangeOf<'addStrategy'>> = {
  noun: 'flag',
  // each change adds its own strategy
  target: () => null,
  examine: (context, place, { payload }) => requireUsable(context, place, payload),
  apply: async (context, place, { payload }) => {
    await addStrategy(context, place, payload)
  },
}

export const UPDATE_STRATEGY: ChangeKind<ChangeOf<'updateStrategy'>> = {
  noun: 'strategy',
  target: ({ payload }) => `strategy ${payload.id}`,
  find: (queries, place, { payload }) => findHere(queries, place, payload.id),
  examine: async (context, place, { payload }) => {
    const before = await findStrategy(context.visible, payload.id)
    await requireUsable(context, place, { ...payload, name: payload.name ?? before?.name ?? '' })
  },
  apply: async (context, place, { payload: { id, ...body } }) => {
    await replaceStrategy(context, { ...place, strategyId: id }, body)
  },
}

export const DELETE_STRATEGY: ChangeKind<ChangeOf<'deleteStrategy'>> = {
  noun: 'strategy',
  target: ({ payload }) => `strategy ${payload.id}`,
  find: (queries, place, { payload }) => findHere(queries, place, payload.id),
  apply: (context, place, { payload }) => removeStrategy(context, { ...place, strategyId: payload.id }),
}

export const REORDER_STRATEGY: ChangeKind<ChangeOf<'reorderStrategy'>> = {
  noun: 'strategy',
  target: ({ feature }) => `order of ${feature}`,
  // the strategies only need to exist: a new order is the purpose of the change
  find: async (queries, { featureName, environment }, { payload }) => {
    const here = await readStrategies(queries, { features: [featureName], environment })
    const ids = payload.map((one) => one.id)
    return ids.every((id) => here.some((strategy) => strategy.id === id)) ? { strategyIds: ids } : undefined
  },
  apply: (context, place, { payload }) => reorderStrategies(context, place, payload),
}

/** A strategy in its place; where it stands among others is no part of what it is. */
async function findHere(queries: Queries, place: ChangePlace, id: string): Promise<unknown> {
  const strategy = await findStrategy(queries, id)
  if (strategy?.featureName !== place.featureName || strategy.environment !== place.environment)
    return undefined
  const { sortOrder: _sortOrder, ...rest } = toStrategy(strategy)
  return rest
}

async function requireUsable(
  context: MutationContext,
  { projectId, environment }: ChangePlace,
  draft: CreateStrategy,
): Promise<void> {
  if (!(await projectHasEnvironment(context.everything, projectId, environment)))
    throw badData('You have not added the current environment to the project')
  await requireValidStrategy(context, projectId, {
    name: draft.name,
    constraints: toConstraints(draft.constraints),
    variants: toVariants(draft.variants),
    segments: draft.segments ?? [],
  })
}
