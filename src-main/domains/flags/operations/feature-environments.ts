import { notFound } from '#kernel/app-error.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/feature-environments.ts'
import { disableFeature, enableFeature } from '../features/enable-feature.ts'
import { withoutPlace } from '../features/feature-details.read-model.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { readStrategies } from '../features/feature-strategies.store.ts'
import { requireFeature } from '../features/features.store.ts'

export const getFeatureEnvironment = query(
  contract.getFeatureEnvironment,
  async ({ visible }, { params: { projectId, featureName, environment } }) => {
    await requireFeature(visible, projectId, featureName)
    const enabled = await findEnabled(visible, featureName, environment)
    if (enabled === undefined) throw notFound(`Could not find ${featureName} in ${environment}`)
    const strategies = await readStrategies(visible, { features: [featureName], environment })
    return {
      name: featureName,
      environment,
      enabled,
      strategies: strategies.map((strategy) => ({ ...withoutPlace(strategy), featureName })),
    }
  },
)

/** Enables a flag in an environment. */
export const toggleFeatureEnvironmentOn = mutation(
  contract.toggleFeatureEnvironmentOn,
  async (context, { params, query }) => {
    await enableFeature(context, params, {
      activateDisabled: query.shouldActivateDisabledStrategies ?? false,
    })
  },
)

/** Disables a flag in an environment. */
export const toggleFeatureEnvironmentOff = mutation(
  contract.toggleFeatureEnvironmentOff,
  (context, { params }) => disableFeature(context, params),
)

/** Enables flags in an environment: all of them, or none (recorded exchanges strategies/*). */
export const bulkToggleFeaturesEnvironmentOn = mutation(
  contract.bulkToggleFeaturesEnvironmentOn,
  async (context, { params, body }) => {
    await inSteps(new Set(body.features), (featureName) =>
      enableFeature(context, { ...params, featureName }, { activateDisabled: false }),
    )
  },
)

/** Disables flags in an environment: all of them, or none. */
export const bulkToggleFeaturesEnvironmentOff = mutation(
  contract.bulkToggleFeaturesEnvironmentOff,
  async (context, { params, body }) => {
    await inSteps(new Set(body.features), (featureName) =>
      disableFeature(context, { ...params, featureName }),
    )
  },
)
