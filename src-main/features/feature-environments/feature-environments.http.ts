import { bind } from '../../transport/http/bind.ts'
import { getFeatureEnvironment } from './get-feature-environment.use-case.ts'
import { toggleFeatureEnvironmentOff } from './toggle-off.use-case.ts'
import { toggleFeatureEnvironmentOn } from './toggle-on.use-case.ts'

export const featureEnvironmentsHttp = [
  bind(getFeatureEnvironment),
  bind(toggleFeatureEnvironmentOn),
  bind(toggleFeatureEnvironmentOff),
]
