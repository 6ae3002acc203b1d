import { getFeatureEnvironment as operation } from '#shared/flags/contract/feature-environments.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findEnabled } from '../../records/features/feature-environments.store.ts'
import { readStrategies } from '../../records/features/feature-strategies.store.ts'
import { requireFeature } from '../../records/features/features.store.ts'
import { withoutPlace } from '../../records/features/feature-details.read-model.ts'

export const getFeatureEnvironment = query(
  operation,
  async ({ queries }, { params: { projectId, featureName, environment } }) => {
    await requireFeature(queries, projectId, featureName)
    const enabled = await findEnabled(queries, featureName, environment)
    if (enabled === undefined) throw notFound(`Could not find ${featureName} in ${environment}`)
    const strategies = await readStrategies(queries, { features: [featureName], environment })
    return {
      name: featureName,
      environment,
      enabled,
      strategies: strategies.map((strategy) => ({ ...withoutPlace(strategy), featureName })),
    }
  },
)
