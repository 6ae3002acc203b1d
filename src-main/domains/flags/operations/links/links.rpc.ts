import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { createFeatureLink, deleteFeatureLink, updateFeatureLink } from './change-links.use-case.ts'

export const linksRpc = router({
  add: mutationOf(createFeatureLink),
  update: mutationOf(updateFeatureLink),
  remove: mutationOf(deleteFeatureLink),
})
