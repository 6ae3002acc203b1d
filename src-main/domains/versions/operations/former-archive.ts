import type { SearchFilter } from '#domains/flags/search/search-filter.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/archive.ts'
import { ARCHIVED, listArchived, version } from '../former-archive/list-archived.ts'

/** All the archived flags that the caller may see, by name. */
export const getArchivedFeatures = query(contract.getArchivedFeatures, async (context) => ({
  version,
  features: await listArchived(context, ARCHIVED),
}))

/**
 * The id is a value here, not a text of the search's language: it may hold a comma. A project that is not there is told
 * as one that the caller does not see.
 */
export const getArchivedFeaturesByProjectId = query(
  contract.getArchivedFeaturesByProjectId,
  async (context, { params: { projectId } }) => {
    await requireProject(context.queries, projectId)
    const filter: SearchFilter = { ...ARCHIVED, project: { operator: 'IS', values: [projectId] } }
    return { version, features: await listArchived(context, filter) }
  },
)
