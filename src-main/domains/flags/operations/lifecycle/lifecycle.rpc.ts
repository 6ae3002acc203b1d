import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { completeFeature, uncompleteFeature } from './complete-feature.use-case.ts'
import { getFeatureLifecycle, getFeatureLifecycleStageCount } from './get-feature-lifecycle.use-case.ts'

export const lifecycleRpc = router({
  stages: queryOf(getFeatureLifecycle),
  count: queryOf(getFeatureLifecycleStageCount),
  complete: mutationOf(completeFeature),
  uncomplete: mutationOf(uncompleteFeature),
})
