import { listTags as operation } from '#shared/flags/contract/feature-tags.ts'
import { query } from '#kernel/use-case.ts'
import { requireStoredFlag } from '../../records/features/require-stored-flag.ts'
import { flagTagsOf } from '../../records/feature-tags/flag-tags.ts'

export const listTags = query(operation, async ({ queries }, { params: { featureName } }) => {
  const { name } = await requireStoredFlag(queries, featureName)
  return flagTagsOf(queries, name)
})
