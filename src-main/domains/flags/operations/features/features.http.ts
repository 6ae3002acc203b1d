import { bind } from '../../../../transport/http/bind.ts'
import { archiveFeature } from './archive-feature.ts'
import { changeProject } from './change-project.ts'
import { cloneFeature } from './clone-feature.ts'
import { createFeature } from './create-feature.ts'
import { getFeature } from './get-feature.ts'
import { getFeatures } from './get-features.ts'
import { patchFeature } from './patch-feature.ts'
import { staleFeatures } from './stale-features.ts'
import { updateFeature } from './update-feature.ts'
import { validateFeature } from './validate-feature.ts'

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
