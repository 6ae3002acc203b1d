import type { z } from 'zod'

import type { StrategyParams } from '#shared/contract-engine/params.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteStrategyRow, findStrategy } from '../features/feature-strategies.store.ts'
import { requireActiveFeature } from '../features/features.store.ts'
import { disableWithoutStrategies } from './change-strategy.ts'
import { toStrategy } from './strategy.ts'

/**
 * Takes a strategy off a flag; taking off the last enabled one disables the flag there
 * (docs/contract/flags.md#strategies).
 */
export async function removeStrategy(
  context: MutationContext,
  { projectId, featureName, environment, strategyId }: z.output<typeof StrategyParams>,
): Promise<void> {
  await requireActiveFeature(context.visible, projectId, featureName)
  const strategy = await findStrategy(context.visible, strategyId)
  if (!strategy || strategy.featureName !== featureName || strategy.environment !== environment) {
    // the message differs from that of other operations: recorded exchange strategies/delete-again
    throw notFound(`Could not find strategy with id=${strategyId}`)
  }
  if (strategy.milestoneId !== null) {
    throw badData(
      `Strategy "${strategyId}" is part of a milestone. Start another milestone, or remove the release plan.`,
    )
  }
  await deleteStrategyRow(context.everything, strategyId)
  context.record({
    type: 'feature-strategy-remove',
    project: projectId,
    featureName,
    environment,
    preData: { ...toStrategy(strategy) },
  })
  await disableWithoutStrategies(context, projectId, strategy)
}
