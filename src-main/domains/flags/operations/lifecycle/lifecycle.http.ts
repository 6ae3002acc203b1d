import { bind } from '../../../../transport/http/bind.ts'
import { complete as completeFeature } from './complete.ts'
import { uncomplete as uncompleteFeature } from './uncomplete.ts'
import { getFeatureLifecycle } from './get-feature-lifecycle.ts'
import { getFeatureLifecycleStageCount } from './get-feature-lifecycle-stage-count.ts'

export const lifecycleHttp = [
  bind(getFeatureLifecycle),
  bind(completeFeature),
  bind(uncompleteFeature),
  bind(getFeatureLifecycleStageCount),
]
