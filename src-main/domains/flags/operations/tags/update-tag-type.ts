import { updateTagType as update } from '#shared/flags/contract/tags.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireTagType } from '../../records/tags/require-tag-type.ts'
import { updateTagTypeRow } from '../../records/tags/tags.store.ts'

/** Changes what was sent of a type (recorded exchange tags/tag-types-update). */
export const updateTagType = mutation(update, async (context, { params: { name }, body }) => {
  const before = await requireTagType(context.queries, name)
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const after = { ...before, ...sent }
  await updateTagTypeRow(context.queries, after)
  context.record({ type: 'tag-type-updated', data: after, preData: before })
})
