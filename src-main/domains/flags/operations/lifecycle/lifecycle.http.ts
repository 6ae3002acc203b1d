import { bind } from '../../../../transport/http/bind.ts'
import { completeFeature, uncompleteFeature } from './complete-feature.use-case.ts'
import { getFeatureLifecycle, getFeatureLifecycleStageCount } from './get-feature-lifecycle.use-case.ts'

export const lifecycleHttp = [
  bind(getFeatureLifecycle),
  bind(completeFeature),
  bind(uncompleteFeature),
  bind(getFeatureLifecycleStageCount),
]
