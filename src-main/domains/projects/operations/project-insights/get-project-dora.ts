import { getProjectDora as dora } from '#shared/projects/contract/project-insights.ts'
import { query } from '#kernel/use-case.ts'
import { requireProject } from '../../records/projects/projects.store.ts'
import { leadTimeOf } from '../../records/project-insights/project-overview.ts'

/** Recorded exchange projects/dora-deprecated. */
export const getProjectDora = query(dora, async (context, { params: { projectId } }) => {
  await requireProject(context.queries, projectId)
  return leadTimeOf(context, projectId)
})
