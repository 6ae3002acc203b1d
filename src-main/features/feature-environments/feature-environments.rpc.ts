import { mutationOf, router } from '../../transport/rpc/init.ts'
import { toggleFeatureEnvironmentOff } from './toggle-off.use-case.ts'
import { toggleFeatureEnvironmentOn } from './toggle-on.use-case.ts'

export const featureEnvironmentsRpc = router({
  on: mutationOf(toggleFeatureEnvironmentOn),
  off: mutationOf(toggleFeatureEnvironmentOff),
})
