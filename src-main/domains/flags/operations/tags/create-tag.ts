import { createTag as create } from '#shared/flags/contract/tags.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireTypeOfTag } from '../../records/tags/require-tag-type.ts'
import { findTag, insertTag } from '../../records/tags/tags.store.ts'

/** Creates a tag (recorded exchanges tags/*). */
export const createTag = mutation(create, async (context, { body: tag }) => {
  const { queries, now } = context
  await requireTypeOfTag(queries, tag.type)
  const name = `${tag.type}:${tag.value}`
  if (await findTag(queries, tag)) throw new AppError('NameExistsError', `A tag of ${name} already exists`)
  await insertTag(queries, tag, now.toISOString())
  context.record({ type: 'tag-created', data: { ...tag, name } })
  return { version: 1 as const, tag }
})
