import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { createFeatureLink } from './create-feature-link.ts'
import { deleteFeatureLink } from './delete-feature-link.ts'
import { updateFeatureLink } from './update-feature-link.ts'

export const linksRpc = router({
  add: mutationOf(createFeatureLink),
  update: mutationOf(updateFeatureLink),
  remove: mutationOf(deleteFeatureLink),
})
