import { bind } from '../../../../transport/http/bind.ts'
import { getFeatureEnvironment } from './get-feature-environment.ts'
import { bulkToggleFeaturesEnvironmentOff } from './bulk-toggle-features-environment-off.ts'
import { toggleFeatureEnvironmentOff } from './toggle-feature-environment-off.ts'
import { bulkToggleFeaturesEnvironmentOn } from './bulk-toggle-features-environment-on.ts'
import { toggleFeatureEnvironmentOn } from './toggle-feature-environment-on.ts'

export const featureEnvironmentsHttp = [
  bind(getFeatureEnvironment),
  bind(toggleFeatureEnvironmentOn),
  bind(toggleFeatureEnvironmentOff),
  bind(bulkToggleFeaturesEnvironmentOn),
  bind(bulkToggleFeaturesEnvironmentOff),
]
