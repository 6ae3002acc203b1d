import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

export interface Link {
  id: string
  url: string
  title: string | null
}

/** The links of flags, each flag's in the order they were added. */
export async function readLinks(
  queries: Queries,
  features: readonly string[],
): Promise<(Link & { feature: string })[]> {
  if (features.length === 0) return []
  return queries
    .selectFrom('feature_links')
    .select(['id', 'url', 'title', 'feature_name as feature'])
    .where((eb) => inList(eb.ref('feature_name'), features))
    .orderBy('id')
    .execute()
}

export async function insertLink(queries: Queries, feature: string, link: Link): Promise<void> {
  await queries
    .insertInto('feature_links')
    .values({ ...link, feature_name: feature })
    .execute()
}

export async function updateLinkRow(queries: Queries, { id, url, title }: Link): Promise<void> {
  await queries.updateTable('feature_links').set({ url, title }).where('id', '=', id).execute()
}

export async function deleteLinkRow(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('feature_links').where('id', '=', id).execute()
}
