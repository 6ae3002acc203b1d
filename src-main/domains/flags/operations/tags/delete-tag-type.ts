import { deleteTagType as remove } from '#shared/flags/contract/tags.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireTagType } from '../../records/tags/require-tag-type.ts'
import { deleteTagTypeRow, readTagUse } from '../../records/tags/tags.store.ts'

/** Deletes a type with its tags (recorded exchanges tags/tag-types-delete and tags/tag-types-delete-unknown). */
export const deleteTagType = mutation(remove, async (context, { params: { name } }) => {
  const type = await requireTagType(context.queries, name)
  const tags = await readTagUse(context.queries, name)
  await deleteTagTypeRow(context.queries, name)
  context.record({
    type: 'tag-type-deleted',
    preData: { ...type, tags, features: [...new Set(tags.flatMap((tag) => tag.features))] },
  })
})
