import { createTagType as create } from '#shared/flags/contract/tags.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireFreeTypeName } from '../../records/tags/require-tag-type.ts'
import { createTagTypeRow } from '../../records/tags/create-tag-type.ts'

/** Creates a type of tags (recorded exchanges tags/*). */
export const createTagType = mutation(create, async (context, { body }) => {
  await requireFreeTypeName(context.queries, body.name)
  const { name, description = null, icon = null, color = null } = body
  const type = { name, description, icon, color }
  await createTagTypeRow(context, type)
  return type
})
