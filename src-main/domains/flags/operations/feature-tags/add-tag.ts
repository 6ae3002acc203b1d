import { addTag as add } from '#shared/flags/contract/feature-tags.ts'
import type { Tag } from '#shared/flags/schemas/tag.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { tagFlag } from '../../records/feature-tags/tag-flag.ts'

/** Tags a flag; answers both, for the reply names the flag as well. */
export const addTag = mutation<typeof add, { flag: string; tag: Tag }>(
  add,
  async (context, { params, body }) => {
    await tagFlag(context, await requireStoredFlag(context.visible, params.featureName), body)
    return { flag: params.featureName, tag: body }
  },
  { placeOf: placeOfFlag },
)
