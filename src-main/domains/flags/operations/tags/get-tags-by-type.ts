import { getTagsByType as ofType } from '#shared/flags/contract/tags.ts'
import { query } from '#kernel/use-case.ts'
import { readTags } from '../../records/tags/tags.store.ts'
import { version } from '../../records/tags/answer-version.ts'

export const getTagsByType = query(ofType, async ({ queries }, { params: { type } }) => ({
  version,
  tags: await readTags(queries, type),
}))
