import { getProjectFlagCreators as creators } from '#shared/projects/contract/project-insights.ts'
import { query } from '#kernel/use-case.ts'
import { readPeople } from '#domains/flags/records/features/people.read-model.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import { readFlagCreatorIds } from '../../records/project-insights/project-insights.read-model.ts'

/** Recorded exchange projects/flag-creators. */
export const getProjectFlagCreators = query(creators, async ({ queries }, { params: { projectId } }) => {
  await requireProject(queries, projectId)
  const people = await readPeople(queries, await readFlagCreatorIds(queries, projectId))
  return [...people.values()].map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
})
