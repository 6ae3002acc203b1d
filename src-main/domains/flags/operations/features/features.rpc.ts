import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { archiveFeature } from './archive-feature.ts'
import { changeProject } from './change-project.ts'
import { cloneFeature } from './clone-feature.ts'
import { createFeature } from './create-feature.ts'
import { getFeature } from './get-feature.ts'
import { getFeatures } from './get-features.ts'
import { patchFeature } from './patch-feature.ts'
import { staleFeatures } from './stale-features.ts'

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
