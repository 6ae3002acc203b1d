import { bind } from '../../../../transport/http/bind.ts'
import { getFeatureEnvironment } from './get-feature-environment.use-case.ts'
import { bulkToggleFeaturesEnvironmentOff, toggleFeatureEnvironmentOff } from './toggle-off.use-case.ts'
import { bulkToggleFeaturesEnvironmentOn, toggleFeatureEnvironmentOn } from './toggle-on.use-case.ts'

export const featureEnvironmentsHttp = [
  bind(getFeatureEnvironment),
  bind(toggleFeatureEnvironmentOn),
  bind(toggleFeatureEnvironmentOff),
  bind(bulkToggleFeaturesEnvironmentOn),
  bind(bulkToggleFeaturesEnvironmentOff),
]
