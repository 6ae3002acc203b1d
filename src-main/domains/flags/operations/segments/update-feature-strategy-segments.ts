import { updateFeatureStrategySegments as operation } from '#shared/flags/contract/segments.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { findStrategy } from '../../records/features/feature-strategies.store.ts'
import { changeStrategy } from '../../records/strategies/change-strategy.ts'
import { findStrategyToChange } from '../../records/strategies/find-placed-strategy.ts'

/**
 * Sets the segments of a strategy; all the rules of strategies hold (recorded exchange segments/attach-to-strategy).
 */
export const updateFeatureStrategySegments = mutation(operation, async (context, { body }) => {
  const { projectId, environmentId: environment, strategyId, segmentIds } = body
  const featureName = (await findStrategy(context.visible, strategyId))?.featureName
  if (featureName === undefined) throw notFound(`Could not find strategy with id: ${strategyId}`)
  const place = { projectId, featureName, environment, strategyId }
  const strategy = await findStrategyToChange(context.visible, place)
  await changeStrategy(context, projectId, strategy, { ...strategy, segments: [...new Set(segmentIds)] })
  return body
})
