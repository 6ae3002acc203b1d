import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { createStrategy } from './create-strategy.ts'
import { deprecateStrategy } from './deprecate-strategy.ts'
import { reactivateStrategy } from './reactivate-strategy.ts'
import { removeStrategy } from './remove-strategy.ts'
import { updateStrategy } from './update-strategy.ts'
import { getAllStrategies } from './get-all-strategies.ts'

export const strategyTypesRpc = router({
  list: queryOf(getAllStrategies),
  create: mutationOf(createStrategy),
  update: mutationOf(updateStrategy),
  remove: mutationOf(removeStrategy),
  deprecate: mutationOf(deprecateStrategy),
  reactivate: mutationOf(reactivateStrategy),
})
