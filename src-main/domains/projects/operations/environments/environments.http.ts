import { bind } from '../../../../transport/http/bind.ts'
import { getAllEnvironments } from './get-all-environments.ts'
import { getEnvironment } from './get-environment.ts'
import { getProjectEnvironments } from './get-project-environments.ts'
import { toggleEnvironmentOff } from './toggle-environment-off.ts'
import { toggleEnvironmentOn } from './toggle-environment-on.ts'
import { updateSortOrder } from './update-sort-order.ts'

export const environmentsHttp = [
  bind(getAllEnvironments),
  bind(getProjectEnvironments),
  bind(getEnvironment),
  bind(updateSortOrder),
  bind(toggleEnvironmentOn),
  bind(toggleEnvironmentOff),
]
