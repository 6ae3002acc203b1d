import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { complete as completeFeature } from './complete.ts'
import { uncomplete as uncompleteFeature } from './uncomplete.ts'
import { getFeatureLifecycle } from './get-feature-lifecycle.ts'
import { getFeatureLifecycleStageCount } from './get-feature-lifecycle-stage-count.ts'

export const lifecycleRpc = router({
  stages: queryOf(getFeatureLifecycle),
  count: queryOf(getFeatureLifecycleStageCount),
  complete: mutationOf(completeFeature),
  uncomplete: mutationOf(uncompleteFeature),
})
