import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getAllEnvironments } from './get-all-environments.ts'
import { getProjectEnvironments } from './get-project-environments.ts'
import { toggleEnvironmentOff } from './toggle-environment-off.ts'
import { toggleEnvironmentOn } from './toggle-environment-on.ts'
import { updateSortOrder } from './update-sort-order.ts'

export const environmentsRpc = router({
  list: queryOf(getAllEnvironments),
  ofProject: queryOf(getProjectEnvironments),
  sort: mutationOf(updateSortOrder),
  on: mutationOf(toggleEnvironmentOn),
  off: mutationOf(toggleEnvironmentOff),
})
