import { deleteTag as remove } from '#shared/flags/contract/tags.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteTagRow, detachTag, readFlagsWith } from '../../records/tags/tags.store.ts'

/**
 * Deletes a tag, from all flags that the caller sees too; one that is not there changes nothing. It needs the right to
 * update each of these flags. Flags of projects hidden from the caller keep it, so the tag stays for them.
 */
export const deleteTag = mutation(remove, async (context, { params: tag }) => {
  const { queries } = context
  const flags = await readFlagsWith(queries, tag)
  const seen = flags.filter(({ project }) => !context.hidden.has(project))
  const refused = [...new Set(seen.map(({ project }) => project))].filter(
    (project) => !context.may({ anyOf: ['UPDATE_FEATURE'], project }).allowed,
  )
  if (refused.length > 0)
    throw new AppError(
      'ForbiddenError',
      `The tag cannot be deleted: flags of these projects have it, and you may not update them: ${refused.sort().join(', ')}. Ask somebody who may to remove it there.`,
    )
  const name = `${tag.type}:${tag.value}`
  if (seen.length === flags.length) {
    if (await deleteTagRow(queries, tag))
      context.record({
        type: 'tag-deleted',
        preData: { ...tag, name, features: flags.map((flag) => flag.name) },
      })
    return
  }
  for (const { name: featureName, project } of seen) {
    await detachTag(queries, featureName, tag)
    context.record({ type: 'feature-untagged', project, featureName, preData: { ...tag } })
  }
})
