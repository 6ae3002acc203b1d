import { bind } from '../../../../transport/http/bind.ts'
import { createTag, deleteTag } from './create-tag.use-case.ts'
import { getTag, getTags, getTagsByType, getTagType, getTagTypes } from './get-tags.use-case.ts'
import { createTagType, deleteTagType, updateTagType, validateTagType } from './tag-types.use-case.ts'

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
