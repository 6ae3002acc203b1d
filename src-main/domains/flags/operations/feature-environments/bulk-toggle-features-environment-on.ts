import { bulkToggleFeaturesEnvironmentOn as several } from '#shared/flags/contract/feature-environments.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { mutation } from '#kernel/use-case.ts'
import { enableFeature } from '../../records/feature-environments/enable-feature.ts'

/** Enables flags in an environment: all of them, or none (recorded exchanges strategies/*). */
export const bulkToggleFeaturesEnvironmentOn = mutation(several, async (context, { params, body }) => {
  await inSteps(new Set(body.features), (featureName) =>
    enableFeature(context, { ...params, featureName }, { activateDisabled: false }),
  )
})
