import { bind } from '../../../../transport/http/bind.ts'
import { addFeatureStrategy } from './add-feature-strategy.ts'
import { deleteFeatureStrategy } from './delete-feature-strategy.ts'
import { getFeatureStrategies } from './get-feature-strategies.ts'
import { getFeatureStrategy } from './get-feature-strategy.ts'
import { patchFeatureStrategy } from './patch-feature-strategy.ts'
import { setStrategySortOrder } from './set-strategy-sort-order.ts'
import { updateFeatureStrategy } from './update-feature-strategy.ts'

export const strategiesHttp = [
  bind(getFeatureStrategies),
  bind(addFeatureStrategy),
  bind(getFeatureStrategy),
  bind(updateFeatureStrategy),
  bind(patchFeatureStrategy),
  bind(deleteFeatureStrategy),
  bind(setStrategySortOrder),
]
