import { getTagTypes as allTypes } from '#shared/flags/contract/tags.ts'
import { query } from '#kernel/use-case.ts'
import { readTagTypes } from '../../records/tags/tags.store.ts'
import { version } from '../../records/tags/answer-version.ts'

export const getTagTypes = query(allTypes, async ({ queries }) => ({
  version,
  tagTypes: await readTagTypes(queries),
}))
