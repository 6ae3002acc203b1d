import { bind } from '../../../../transport/http/bind.ts'
import { addFeatureStrategy } from './add-feature-strategy.use-case.ts'
import { deleteFeatureStrategy } from './delete-feature-strategy.use-case.ts'
import { getFeatureStrategies } from './get-feature-strategies.use-case.ts'
import { getFeatureStrategy } from './get-feature-strategy.use-case.ts'
import { patchFeatureStrategy } from './patch-feature-strategy.use-case.ts'
import { setStrategySortOrder } from './set-strategy-sort-order.use-case.ts'
import { updateFeatureStrategy } from './update-feature-strategy.use-case.ts'

export const strategiesHttp = [
  bind(getFeatureStrategies),
  bind(addFeatureStrategy),
  bind(getFeatureStrategy),
  bind(updateFeatureStrategy),
  bind(patchFeatureStrategy),
  bind(deleteFeatureStrategy),
  bind(setStrategySortOrder),
]
