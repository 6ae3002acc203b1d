import { getFeatureStrategies as operation } from '../../../src-shared/contract/strategies.ts'
import { query } from '../../kernel/use-case.ts'
import { readStrategies, requireFeature, withoutPlace } from '../features/index.ts'

export const getFeatureStrategies = query(
  operation,
  async ({ queries }, { params: { projectId, featureName, environment } }) => {
    await requireFeature(queries, projectId, featureName)
    return (await readStrategies(queries, { features: [featureName], environment })).map(withoutPlace)
  },
)
