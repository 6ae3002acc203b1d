import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { listTags } from './list-tags.ts'
import { addTagToFeatures } from './add-tag-to-features.ts'
import { updateTags } from './update-tags.ts'

export const featureTagsRpc = router({
  list: queryOf(listTags),
  update: mutationOf(updateTags),
  updateMany: mutationOf(addTagToFeatures),
})
