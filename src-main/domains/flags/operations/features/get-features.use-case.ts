import { getFeatures as operation } from '../../../../../src-shared/contract/features.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { personOf } from '../../../../kernel/caller.ts'
import { query } from '../../../../kernel/use-case.ts'
import { listFeatures, type FeatureListFilter } from '../../records/features/feature-list.read-model.ts'

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

/** `type:value`; the message is recorded exchange client-api/bad-tag-filter's. */
export function parseTag(text: string, index: number): { type: string; value: string } {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw badData(
      `"tag[${index}]" with value "${text}" fails to match the tag pattern. You provided "${text}".`,
      '/query/tag',
    )
  }
  return { type: text.slice(0, colon), value: text.slice(colon + 1) }
}
