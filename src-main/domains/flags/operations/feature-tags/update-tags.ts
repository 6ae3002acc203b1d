import { updateTags as update } from '#shared/flags/contract/feature-tags.ts'
import { mutation } from '#kernel/use-case.ts'
import { placeOfFlag, requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { flagTagsOf } from '../../records/feature-tags/flag-tags.ts'
import { changeTags } from '../../records/feature-tags/tag-flag.ts'

export const updateTags = mutation(
  update,
  async (context, { params: { featureName }, body }) => {
    await changeTags(context, await requireStoredFlag(context.visible, featureName), body)
    return flagTagsOf(context.queries, featureName)
  },
  { placeOf: placeOfFlag },
)
