import { readOpenRequestIds } from '#domains/changes/change-requests/change-requests.store.ts'
import type { ListedFlag } from '#shared/flags/schemas/feature-search.ts'
import type { ArchivedFeature } from '#shared/versions/schemas/former-feature.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { findFlags } from '#domains/flags/search/find-flags.ts'
import { MAX_LIMIT, type SearchFilter } from '#domains/flags/search/search-filter.ts'

export const version = 2 as const
const BY_NAME = { by: 'name', descending: false, favoritesFirst: false } as const
/** Filter that finds all archived flags. */
export const ARCHIVED: SearchFilter = { words: [], status: [], archived: true }

/** The list had no pages; the search has. */
export async function listArchived(context: QueryContext, filter: SearchFilter): Promise<ArchivedFeature[]> {
  const listed: ArchivedFeature[] = []
  for (;;) {
    const page = { offset: listed.length, limit: MAX_LIMIT }
    const { features } = await findFlags(context, filter, BY_NAME, page, readOpenRequestIds)
    listed.push(...features.map(toArchived))
    if (features.length < MAX_LIMIT) return listed
  }
}

const toArchived = (flag: ListedFlag): ArchivedFeature => ({
  name: flag.name,
  type: flag.type,
  description: flag.description,
  project: flag.project,
  favorite: flag.favorite,
  createdAt: flag.createdAt,
  stale: flag.stale,
  archived: true,
  archivedAt: flag.archivedAt,
  impressionData: flag.impressionData,
  lastSeenAt: flag.lastSeenAt,
  environments: flag.environments.map(({ name, enabled, lastSeenAt }) => ({ name, enabled, lastSeenAt })),
})
