import { getTags as allTags } from '#shared/flags/contract/tags.ts'
import { query } from '#kernel/use-case.ts'
import { readTags } from '../../records/tags/tags.store.ts'
import { version } from '../../records/tags/answer-version.ts'

export const getTags = query(allTags, async ({ queries }) => ({ version, tags: await readTags(queries) }))
