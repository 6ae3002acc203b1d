import type { z } from 'zod'

import type { EnvironmentParams } from '#shared/contract-engine/params.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { readStrategies, setSortOrder, type PlacedStrategy } from '../features/feature-strategies.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'

/** Sets the order; strategies that are not named keep their place (docs/contract/flags.md#strategies). */
export async function reorderStrategies(
  context: MutationContext,
  { projectId, featureName, environment }: z.output<typeof EnvironmentParams>,
  orders: readonly { id: string; sortOrder: number }[],
): Promise<void> {
  const { everything } = context
  await requireActiveFeature(context.visible, projectId, featureName)
  const read = () => readStrategies(everything, { features: [featureName], environment })
  const before = await read()
  for (const { id, sortOrder } of orders) {
    if (!before.some((strategy) => strategy.id === id)) {
      throw badData('trying to change strategies for environment via update sortOrder', '/body')
    }
    await setSortOrder(everything, id, sortOrder)
  }
  const after = await read()
  context.record({
    type: 'strategy-order-changed',
    project: projectId,
    featureName,
    environment,
    // an undo restores the sort orders
    data: { strategyIds: idsOf(after), sortOrders: placesOf(after) },
    preData: { strategyIds: idsOf(before), sortOrders: placesOf(before) },
  })
}

const idsOf = (strategies: readonly PlacedStrategy[]) => strategies.map((strategy) => strategy.id)

const placesOf = (strategies: readonly PlacedStrategy[]) =>
  Object.fromEntries(strategies.map((strategy) => [strategy.id, strategy.sortOrder]))
