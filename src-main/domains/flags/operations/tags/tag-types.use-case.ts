import {
  createTagType as create,
  deleteTagType as remove,
  updateTagType as update,
  validateTagType as validate,
} from '../../../../../src-shared/contract/tags.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import { requireFreeTypeName, requireTagType } from '../../records/tags/require-tag-type.ts'
import { createTagTypeRow } from '../../records/tags/create-tag-type.ts'
import { deleteTagTypeRow, updateTagTypeRow } from '../../records/tags/tags.store.ts'

/** Creates a type of tags (recorded exchanges tags/*). */
export const createTagType = mutation(create, async (context, { body }) => {
  await requireFreeTypeName(context.queries, body.name)
  const { name, description = null, icon = null, color = null } = body
  const type = { name, description, icon, color }
  await createTagTypeRow(context, type)
  return type
})

/**
 * Whether a type could be created (recorded exchanges tags/tag-types-validate-ok and tags/tag-types-validate-taken).
 */
export const validateTagType = query(validate, async ({ queries }, { body }) => {
  await requireFreeTypeName(queries, body.name)
  const { description, ...tagType } = body
  return {
    valid: true as const,
    tagType: { ...tagType, ...(description === null || description === undefined ? {} : { description }) },
  }
})

/** Changes what was sent of a type (recorded exchange tags/tag-types-update). */
export const updateTagType = mutation(update, async (context, { params: { name }, body }) => {
  const before = await requireTagType(context.queries, name)
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const after = { ...before, ...sent }
  await updateTagTypeRow(context.queries, after)
  context.record({ type: 'tag-type-updated', data: after, preData: before })
})

/** Deletes a type with its tags (recorded exchanges tags/tag-types-delete and tags/tag-types-delete-unknown). */
export const deleteTagType = mutation(remove, async (context, { params: { name } }) => {
  const type = await requireTagType(context.queries, name)
  await deleteTagTypeRow(context.queries, name)
  context.record({ type: 'tag-type-deleted', preData: type })
})
