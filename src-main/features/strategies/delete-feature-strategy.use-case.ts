import { deleteFeatureStrategy as operation } from '../../../src-shared/contract/strategies.ts'
import { notFound } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { deleteStrategyRow, findStrategy, requireActiveFeature } from '../features/index.ts'
import { disableWithoutStrategies } from './change-strategy.ts'
import { toStrategy } from './strategy.ts'

export const deleteFeatureStrategy = mutation(operation, async (context, { params }) => {
  const { projectId, featureName, environment, strategyId } = params
  await requireActiveFeature(context.queries, projectId, featureName)
  const strategy = await findStrategy(context.queries, strategyId)
  if (!strategy || strategy.featureName !== featureName || strategy.environment !== environment) {
    // worded otherwise than for the other operations: exchange 223
    throw notFound(`Could not find strategy with id=${strategyId}`)
  }
  await deleteStrategyRow(context.queries, strategyId)
  context.record({
    type: 'feature-strategy-remove',
    project: projectId,
    featureName,
    environment,
    preData: { ...toStrategy(strategy) },
  })
  await disableWithoutStrategies(context, projectId, strategy)
})
