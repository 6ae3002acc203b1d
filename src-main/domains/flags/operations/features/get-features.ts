import { getFeatures as operation } from '#shared/flags/contract/features.ts'
import { personOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { listFeatures, type FeatureListFilter } from '../../records/features/feature-list.read-model.ts'
import { parseTag } from '../../records/features/parse-tag.ts'

/** The flags of a project; an unknown project has none (recorded exchange flags/list-of-unknown-project). */
export const getFeatures = query(
  operation,
  async ({ queries, caller: { actor } }, { params: { projectId }, query }) => {
    const filter: FeatureListFilter = {}
    const user = personOf(actor)
    if (user !== undefined) filter.user = user
    if (query.namePrefix !== undefined) filter.namePrefix = query.namePrefix
    if (query.tag !== undefined) filter.tags = query.tag.map(parseTag)
    return { version: 2 as const, features: await listFeatures(queries, projectId, filter) }
  },
)
