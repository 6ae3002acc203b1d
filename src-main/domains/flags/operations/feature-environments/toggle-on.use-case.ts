import {
  bulkToggleFeaturesEnvironmentOn as several,
  toggleFeatureEnvironmentOn as one,
} from '../../../../../src-shared/contract/feature-environments.ts'
import { inSteps } from '../../../../kernel/in-steps.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { enableFeature } from '../../records/feature-environments/enable-feature.ts'

/** Enables a flag in an environment. */
export const toggleFeatureEnvironmentOn = mutation(one, async (context, { params, query }) => {
  await enableFeature(context, params, { activateDisabled: query.shouldActivateDisabledStrategies ?? false })
})

/** Enables flags in an environment: all of them, or none (recorded exchanges strategies/*). */
export const bulkToggleFeaturesEnvironmentOn = mutation(several, async (context, { params, body }) => {
  await inSteps(new Set(body.features), (featureName) =>
    enableFeature(context, { ...params, featureName }, { activateDisabled: false }),
  )
})
