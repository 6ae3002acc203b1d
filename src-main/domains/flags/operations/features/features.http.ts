import { bind } from '../../../../transport/http/bind.ts'
import { archiveFeature } from './archive-feature.use-case.ts'
import { changeProject } from './change-project.use-case.ts'
import { cloneFeature } from './clone-feature.use-case.ts'
import { createFeature } from './create-feature.use-case.ts'
import { getFeature } from './get-feature.use-case.ts'
import { getFeatures } from './get-features.use-case.ts'
import { patchFeature } from './patch-feature.use-case.ts'
import { staleFeatures } from './stale-features.use-case.ts'
import { updateFeature } from './update-feature.use-case.ts'
import { validateFeature } from './validate-feature.use-case.ts'

export const featuresHttp = [
  bind(createFeature),
  bind(getFeatures),
  bind(getFeature),
  bind(updateFeature),
  bind(patchFeature),
  bind(cloneFeature),
  bind(validateFeature),
  bind(staleFeatures),
  bind(archiveFeature),
  bind(changeProject),
]
