import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { addFeatureStrategy } from './add-feature-strategy.ts'
import { deleteFeatureStrategy } from './delete-feature-strategy.ts'
import { setStrategySortOrder } from './set-strategy-sort-order.ts'
import { updateFeatureStrategy } from './update-feature-strategy.ts'

export const strategiesRpc = router({
  add: mutationOf(addFeatureStrategy),
  update: mutationOf(updateFeatureStrategy),
  remove: mutationOf(deleteFeatureStrategy),
  setSortOrder: mutationOf(setStrategySortOrder),
})
