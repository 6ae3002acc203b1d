import { getProjectOverview as operation } from '#shared/projects/contract/projects.ts'
import { personOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { readProjectOverview } from '../../records/projects/project-overview.read-model.ts'

export const getProjectOverview = query(
  operation,
  async ({ queries, now, caller }, { params: { projectId } }) =>
    readProjectOverview(queries, now, projectId, personOf(caller.actor)),
)
