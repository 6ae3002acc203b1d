import { bind } from '../../../../transport/http/bind.ts'
import { archiveFeatures } from './archive-features.ts'
import { validateArchiveFeatures } from './validate-archive-features.ts'
import { deleteFeature } from './delete-feature.ts'
import { deleteFeatures } from './delete-features.ts'
import { reviveFeature } from './revive-feature.ts'
import { reviveFeatures } from './revive-features.ts'

export const archiveHttp = [
  bind(archiveFeatures),
  bind(validateArchiveFeatures),
  bind(reviveFeatures),
  bind(reviveFeature),
  bind(deleteFeatures),
  bind(deleteFeature),
]
