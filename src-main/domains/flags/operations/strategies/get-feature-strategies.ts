import { getFeatureStrategies as operation } from '#shared/flags/contract/strategies.ts'
import { query } from '#kernel/use-case.ts'
import { readStrategies } from '../../records/features/feature-strategies.store.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { withoutPlace } from '../../records/features/feature-details.read-model.ts'

export const getFeatureStrategies = query(
  operation,
  async ({ queries }, { params: { projectId, featureName, environment } }) => {
    await requireFeature(queries, projectId, featureName)
    return (await readStrategies(queries, { features: [featureName], environment })).map(withoutPlace)
  },
)
