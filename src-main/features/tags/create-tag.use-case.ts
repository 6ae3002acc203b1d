import { createTag as create, deleteTag as remove } from '../../../src-shared/contract/tags.ts'
import { AppError } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { requireTypeOfTag } from './require-tag-type.ts'
import { deleteTagRow, findTag, insertTag } from './tags.store.ts'

/** Creates a tag (exchanges 268-271). */
export const createTag = mutation(create, async (context, { body: tag }) => {
  const { queries, now } = context
  await requireTypeOfTag(queries, tag.type)
  const name = `${tag.type}:${tag.value}`
  if (await findTag(queries, tag)) throw new AppError('NameExistsError', `A tag of ${name} already exists`)
  await insertTag(queries, tag, now.toISOString())
  context.record({ type: 'tag-created', data: { ...tag, name } })
  return { version: 1 as const, tag }
})

/** Deletes a tag, from all flags too; one that is not there changes nothing (exchange 285). */
export const deleteTag = mutation(remove, async (context, { params: tag }) => {
  if (await deleteTagRow(context.queries, tag))
    context.record({ type: 'tag-deleted', preData: { ...tag, name: `${tag.type}:${tag.value}` } })
})
