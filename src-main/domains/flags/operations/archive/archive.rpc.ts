import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { archiveFeatures, validateArchiveFeatures } from './archive-features.use-case.ts'
import { deleteFeatures } from './delete-features.use-case.ts'
import { reviveFeatures } from './revive-features.use-case.ts'

export const archiveRpc = router({
  archive: mutationOf(archiveFeatures),
  validate: queryOf(validateArchiveFeatures),
  revive: mutationOf(reviveFeatures),
  remove: mutationOf(deleteFeatures),
})
