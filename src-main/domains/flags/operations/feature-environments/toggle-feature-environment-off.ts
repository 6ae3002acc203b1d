import { toggleFeatureEnvironmentOff as one } from '#shared/flags/contract/feature-environments.ts'
import { mutation } from '#kernel/use-case.ts'
import { disableFeature } from '../../records/feature-environments/enable-feature.ts'

/** Disables a flag in an environment. */
export const toggleFeatureEnvironmentOff = mutation(one, (context, { params }) =>
  disableFeature(context, params),
)
