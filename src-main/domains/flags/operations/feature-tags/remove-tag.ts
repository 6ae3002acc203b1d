import { removeTag as remove } from '#shared/flags/contract/feature-tags.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { untagFlag } from '../../records/feature-tags/tag-flag.ts'

export const removeTag = mutation(
  remove,
  async (context, { params: { featureName, ...tag } }) => {
    await untagFlag(context, await requireStoredFlag(context.visible, featureName), tag)
  },
  { placeOf: placeOfFlag },
)
