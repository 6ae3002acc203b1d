import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { archiveFeatures } from './archive-features.ts'
import { validateArchiveFeatures } from './validate-archive-features.ts'
import { deleteFeatures } from './delete-features.ts'
import { reviveFeatures } from './revive-features.ts'

export const archiveRpc = router({
  archive: mutationOf(archiveFeatures),
  validate: queryOf(validateArchiveFeatures),
  revive: mutationOf(reviveFeatures),
  remove: mutationOf(deleteFeatures),
})
