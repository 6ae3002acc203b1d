import { bind } from '../../../../transport/http/bind.ts'
import { getAllEnvironments } from './get-all-environments.use-case.ts'
import { getEnvironment, getProjectEnvironments } from './get-environment.use-case.ts'
import { toggleEnvironmentOff, toggleEnvironmentOn } from './toggle-environment.use-case.ts'
import { updateSortOrder } from './update-sort-order.use-case.ts'

export const environmentsHttp = [
  bind(getAllEnvironments),
  bind(getProjectEnvironments),
  bind(getEnvironment),
  bind(updateSortOrder),
  bind(toggleEnvironmentOn),
  bind(toggleEnvironmentOff),
]
