import { toggleFeatureEnvironmentOn as one } from '#shared/flags/contract/feature-environments.ts'
import { mutation } from '#kernel/use-case.ts'
import { enableFeature } from '../../records/feature-environments/enable-feature.ts'

/** Enables a flag in an environment. */
export const toggleFeatureEnvironmentOn = mutation(one, async (context, { params, query }) => {
  await enableFeature(context, params, { activateDisabled: query.shouldActivateDisabledStrategies ?? false })
})
