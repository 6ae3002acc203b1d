import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { bulkToggleFeaturesEnvironmentOff, toggleFeatureEnvironmentOff } from './toggle-off.use-case.ts'
import { bulkToggleFeaturesEnvironmentOn, toggleFeatureEnvironmentOn } from './toggle-on.use-case.ts'

export const featureEnvironmentsRpc = router({
  on: mutationOf(toggleFeatureEnvironmentOn),
  off: mutationOf(toggleFeatureEnvironmentOff),
  manyOn: mutationOf(bulkToggleFeaturesEnvironmentOn),
  manyOff: mutationOf(bulkToggleFeaturesEnvironmentOff),
})
