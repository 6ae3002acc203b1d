import type { ColouredTag } from '#shared/flags/schemas/tag.ts'
import type { Queries } from '#store/queries.ts'
import { readFlagTags } from '../tags/tags.store.ts'

/** The tags of a flag in the contract's form (recorded exchange tags/flag-tags-list). */
export async function flagTagsOf(
  queries: Queries,
  feature: string,
): Promise<{ version: 1; tags: ColouredTag[] }> {
  return { version: 1, tags: (await readFlagTags(queries, [feature])).get(feature) ?? [] }
}
