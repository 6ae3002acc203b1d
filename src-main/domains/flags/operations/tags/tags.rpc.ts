import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { deleteTag } from './create-tag.use-case.ts'
import { getTags, getTagTypes } from './get-tags.use-case.ts'
import { createTagType, deleteTagType, updateTagType } from './tag-types.use-case.ts'

export const tagsRpc = router({
  types: queryOf(getTagTypes),
  list: queryOf(getTags),
  createType: mutationOf(createTagType),
  updateType: mutationOf(updateTagType),
  removeType: mutationOf(deleteTagType),
  remove: mutationOf(deleteTag),
})
