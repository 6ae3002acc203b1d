import { validateTagType as validate } from '#shared/flags/contract/tags.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeTypeName } from '../../records/tags/require-tag-type.ts'

/**
 * Checks whether a tag type could be created (recorded exchanges tags/tag-types-validate-ok and
 * tags/tag-types-validate-taken).
 */
export const validateTagType = query(validate, async ({ queries }, { body }) => {
  await requireFreeTypeName(queries, body.name)
  const { description, ...tagType } = body
  return {
    valid: true as const,
    tagType: { ...tagType, ...(description === null || description === undefined ? {} : { description }) },
  }
})
