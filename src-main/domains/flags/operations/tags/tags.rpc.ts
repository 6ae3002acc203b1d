import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { deleteTag } from './delete-tag.ts'
import { getTags } from './get-tags.ts'
import { getTagTypes } from './get-tag-types.ts'
import { createTagType } from './create-tag-type.ts'
import { deleteTagType } from './delete-tag-type.ts'
import { updateTagType } from './update-tag-type.ts'

export const tagsRpc = router({
  types: queryOf(getTagTypes),
  list: queryOf(getTags),
  createType: mutationOf(createTagType),
  updateType: mutationOf(updateTagType),
  removeType: mutationOf(deleteTagType),
  remove: mutationOf(deleteTag),
})
