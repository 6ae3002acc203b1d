import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getAllEnvironments } from './get-all-environments.use-case.ts'
import { getProjectEnvironments } from './get-environment.use-case.ts'
import { toggleEnvironmentOff, toggleEnvironmentOn } from './toggle-environment.use-case.ts'
import { updateSortOrder } from './update-sort-order.use-case.ts'

export const environmentsRpc = router({
  list: queryOf(getAllEnvironments),
  ofProject: queryOf(getProjectEnvironments),
  sort: mutationOf(updateSortOrder),
  on: mutationOf(toggleEnvironmentOn),
  off: mutationOf(toggleEnvironmentOff),
})
