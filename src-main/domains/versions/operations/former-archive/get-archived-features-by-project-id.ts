import { getArchivedFeaturesByProjectId as ofProject } from '#shared/versions/contract/former/archive.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '#domains/projects/records/projects/projects.store.ts'
import type { SearchFilter } from '#domains/flags/records/search/search-filter.ts'
import { ARCHIVED, version, listArchived } from '../../records/former-archive/list-archived.ts'

/**
 * The id is a value here, not a text of the search's language: it may hold a comma. A project that is not there is told
 * as one that the caller does not see.
 */
export const getArchivedFeaturesByProjectId = query(ofProject, async (context, { params: { projectId } }) => {
  await requireProject(context.queries, projectId)
  const filter: SearchFilter = { ...ARCHIVED, project: { operator: 'IS', values: [projectId] } }
  return { version, features: await listArchived(context, filter) }
})
