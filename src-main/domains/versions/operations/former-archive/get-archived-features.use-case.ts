import {
  getArchivedFeatures as all,
  getArchivedFeaturesByProjectId as ofProject,
} from '../../../../../src-shared/contract/former/archive.ts'
import type { ListedFlag } from '../../../../../src-shared/schemas/feature-search.ts'
import type { ArchivedFeature } from '../../../../../src-shared/schemas/former-feature.ts'
import { query, type QueryContext } from '../../../../kernel/use-case.ts'
import { requireProject } from '../../../projects/records/projects/projects.store.ts'
import { findFlags } from '../../../flags/operations/search/search-features.use-case.ts'
import { MAX_LIMIT, type SearchFilter } from '../../../flags/records/search/search-filter.ts'

const version = 2 as const
const BY_NAME = { by: 'name', descending: false, favoritesFirst: false } as const
const ARCHIVED: SearchFilter = { words: [], status: [], archived: true }

/** All the archived flags that the caller may see, by name. */
export const getArchivedFeatures = query(all, async (context) => ({
  version,
  features: await listArchived(context, ARCHIVED),
}))

/**
 * The id is a value here, not a text of the search's language: it may hold a comma. A project that is not there is told
 * as one that the caller does not see.
 */
export const getArchivedFeaturesByProjectId = query(ofProject, async (context, { params: { projectId } }) => {
  await requireProject(context.queries, projectId)
  const filter: SearchFilter = { ...ARCHIVED, project: { operator: 'IS', values: [projectId] } }
  return { version, features: await listArchived(context, filter) }
})

/** The list had no pages; the search has. */
async function listArchived(context: QueryContext, filter: SearchFilter): Promise<ArchivedFeature[]> {
  const listed: ArchivedFeature[] = []
  for (;;) {
    const page = { offset: listed.length, limit: MAX_LIMIT }
    const { features } = await findFlags(context, filter, BY_NAME, page)
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
