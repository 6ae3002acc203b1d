import { getFeatureStrategy as operation } from '#shared/flags/contract/strategies.ts'
import { query } from '#kernel/use-case.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { findPlacedStrategy } from '../../records/strategies/find-placed-strategy.ts'
import { toStrategy } from '../../records/strategies/strategy.ts'

export const getFeatureStrategy = query(operation, async ({ queries }, { params }) => {
  await requireFeature(queries, params.projectId, params.featureName)
  return toStrategy(await findPlacedStrategy(queries, params))
})
