import { bind } from '../../../../transport/http/bind.ts'
import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { getTag } from './get-tag.ts'
import { getTags } from './get-tags.ts'
import { getTagsByType } from './get-tags-by-type.ts'
import { getTagType } from './get-tag-type.ts'
import { getTagTypes } from './get-tag-types.ts'
import { createTagType } from './create-tag-type.ts'
import { deleteTagType } from './delete-tag-type.ts'
import { updateTagType } from './update-tag-type.ts'
import { validateTagType } from './validate-tag-type.ts'

export const tagsHttp = [
  bind(getTagTypes),
  bind(createTagType, { headers: ({ name }) => ({ location: `tag-types/${name}` }) }),
  bind(validateTagType),
  bind(getTagType),
  bind(updateTagType),
  bind(deleteTagType),
  bind(getTags),
  bind(createTag, {
    headers: ({ tag }) => ({ location: `tags/${tag.type}/${encodeURIComponent(tag.value)}` }),
  }),
  bind(getTagsByType),
  bind(getTag),
  bind(deleteTag),
]
