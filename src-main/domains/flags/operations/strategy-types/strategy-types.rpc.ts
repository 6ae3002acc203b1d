import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import {
  createStrategy,
  deprecateStrategy,
  reactivateStrategy,
  removeStrategy,
  updateStrategy,
} from './change-strategy-types.use-case.ts'
import { getAllStrategies } from './get-strategy-types.use-case.ts'

export const strategyTypesRpc = router({
  list: queryOf(getAllStrategies),
  create: mutationOf(createStrategy),
  update: mutationOf(updateStrategy),
  remove: mutationOf(removeStrategy),
  deprecate: mutationOf(deprecateStrategy),
  reactivate: mutationOf(reactivateStrategy),
})
