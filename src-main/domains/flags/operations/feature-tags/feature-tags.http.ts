import { bind } from '../../../../transport/http/bind.ts'
import { listTags } from './list-tags.ts'
import { addTag } from './add-tag.ts'
import { addTagToFeatures } from './add-tag-to-features.ts'
import { removeTag } from './remove-tag.ts'
import { updateTags } from './update-tags.ts'

export const featureTagsHttp = [
  bind(listTags),
  bind(addTag, {
    reply: ({ flag, tag }) => ({ status: 201, body: tag, headers: { location: `${flag}/tags` } }),
  }),
  bind(updateTags),
  bind(removeTag),
  bind(addTagToFeatures),
]
