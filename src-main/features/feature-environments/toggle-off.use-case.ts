import {
  bulkToggleFeaturesEnvironmentOff as several,
  toggleFeatureEnvironmentOff as one,
} from '../../../src-shared/contract/feature-environments.ts'
import { mutation } from '../../kernel/use-case.ts'
import { disableFeature } from './enable-feature.ts'

/** Disables a flag in an environment. */
export const toggleFeatureEnvironmentOff = mutation(one, (context, { params }) =>
  disableFeature(context, params),
)

/** Disables flags in an environment: all of them, or none. */
export const bulkToggleFeaturesEnvironmentOff = mutation(several, async (context, { params, body }) => {
  for (const featureName of new Set(body.features)) await disableFeature(context, { ...params, featureName })
})
