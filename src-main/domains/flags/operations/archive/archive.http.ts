import { bind } from '../../../../transport/http/bind.ts'
import { archiveFeatures, validateArchiveFeatures } from './archive-features.use-case.ts'
import { deleteFeature, deleteFeatures } from './delete-features.use-case.ts'
import { reviveFeature, reviveFeatures } from './revive-features.use-case.ts'

export const archiveHttp = [
  bind(archiveFeatures),
  bind(validateArchiveFeatures),
  bind(reviveFeatures),
  bind(reviveFeature),
  bind(deleteFeatures),
  bind(deleteFeature),
]
