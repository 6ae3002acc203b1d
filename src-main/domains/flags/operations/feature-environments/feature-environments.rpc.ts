import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { bulkToggleFeaturesEnvironmentOff } from './bulk-toggle-features-environment-off.ts'
import { toggleFeatureEnvironmentOff } from './toggle-feature-environment-off.ts'
import { bulkToggleFeaturesEnvironmentOn } from './bulk-toggle-features-environment-on.ts'
import { toggleFeatureEnvironmentOn } from './toggle-feature-environment-on.ts'

export const featureEnvironmentsRpc = router({
  on: mutationOf(toggleFeatureEnvironmentOn),
  off: mutationOf(toggleFeatureEnvironmentOff),
  manyOn: mutationOf(bulkToggleFeaturesEnvironmentOn),
  manyOff: mutationOf(bulkToggleFeaturesEnvironmentOff),
})
