import { getTagType as oneType } from '#shared/flags/contract/tags.ts'
import { query } from '#kernel/use-case.ts'
import { requireTagType } from '../../records/tags/require-tag-type.ts'
import { version } from '../../records/tags/answer-version.ts'

export const getTagType = query(oneType, async ({ queries }, { params: { name } }) => ({
  version,
  tagType: await requireTagType(queries, name),
}))
