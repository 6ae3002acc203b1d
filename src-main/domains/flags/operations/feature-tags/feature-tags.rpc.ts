import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { listTags } from './list-tags.use-case.ts'
import { addTagToFeatures, updateTags } from './update-tags.use-case.ts'

export const featureTagsRpc = router({
  list: queryOf(listTags),
  update: mutationOf(updateTags),
  updateMany: mutationOf(addTagToFeatures),
})
