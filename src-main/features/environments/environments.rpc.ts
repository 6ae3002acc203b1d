import { queryOf, router } from '../../transport/rpc/init.ts'
import { getAllEnvironments } from './get-all-environments.use-case.ts'

export const environmentsRpc = router({ list: queryOf(getAllEnvironments) })
