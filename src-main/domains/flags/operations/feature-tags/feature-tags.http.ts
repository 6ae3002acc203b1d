import { bind } from '../../../../transport/http/bind.ts'
import { listTags } from './list-tags.use-case.ts'
import { addTag, addTagToFeatures, removeTag, updateTags } from './update-tags.use-case.ts'

export const featureTagsHttp = [
  bind(listTags),
  bind(addTag, {
    reply: ({ flag, tag }) => ({ status: 201, body: tag, headers: { location: `${flag}/tags` } }),
  }),
  bind(updateTags),
  bind(removeTag),
  bind(addTagToFeatures),
]
