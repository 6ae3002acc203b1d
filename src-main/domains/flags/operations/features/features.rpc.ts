import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { archiveFeature } from './archive-feature.use-case.ts'
import { changeProject } from './change-project.use-case.ts'
import { cloneFeature } from './clone-feature.use-case.ts'
import { createFeature } from './create-feature.use-case.ts'
import { getFeature } from './get-feature.use-case.ts'
import { getFeatures } from './get-features.use-case.ts'
import { patchFeature } from './patch-feature.use-case.ts'
import { staleFeatures } from './stale-features.use-case.ts'

export const featuresRpc = router({
  create: mutationOf(createFeature),
  list: queryOf(getFeatures),
  get: queryOf(getFeature),
  patch: mutationOf(patchFeature),
  archive: mutationOf(archiveFeature),
  clone: mutationOf(cloneFeature),
  move: mutationOf(changeProject),
  stale: mutationOf(staleFeatures),
})
