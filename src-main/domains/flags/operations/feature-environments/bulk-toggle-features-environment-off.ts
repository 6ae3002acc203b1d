import { bulkToggleFeaturesEnvironmentOff as several } from '#shared/flags/contract/feature-environments.ts'
import { inSteps } from '#kernel/in-steps.ts'
import { mutation } from '#kernel/use-case.ts'
import { disableFeature } from '../../records/feature-environments/enable-feature.ts'

/** Disables flags in an environment: all of them, or none. */
export const bulkToggleFeaturesEnvironmentOff = mutation(several, async (context, { params, body }) => {
  await inSteps(new Set(body.features), (featureName) => disableFeature(context, { ...params, featureName }))
})
