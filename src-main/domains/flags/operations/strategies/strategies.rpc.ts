import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addFeatureStrategy } from './add-feature-strategy.use-case.ts'
import { deleteFeatureStrategy } from './delete-feature-strategy.use-case.ts'
import { setStrategySortOrder } from './set-strategy-sort-order.use-case.ts'
import { updateFeatureStrategy } from './update-feature-strategy.use-case.ts'

export const strategiesRpc = router({
  add: mutationOf(addFeatureStrategy),
  update: mutationOf(updateFeatureStrategy),
  remove: mutationOf(deleteFeatureStrategy),
  setSortOrder: mutationOf(setStrategySortOrder),
})
