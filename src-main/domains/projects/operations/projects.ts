import { personOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/projects/contract/projects.ts'
import { readProjectOverview } from '../projects/project-overview.read-model.ts'
import { listProjects } from '../projects/projects.read-model.ts'

export const getProjects = query(
  contract.getProjects,
  async ({ queries, now, caller }, { query: { archived } }) => ({
    version: 1 as const,
    projects: await listProjects(queries, now, {
      archived: archived ?? false,
      user: personOf(caller.actor),
    }),
  }),
)

export const getProjectOverview = query(
  contract.getProjectOverview,
  async ({ queries, now, caller }, { params: { projectId } }) =>
    readProjectOverview(queries, now, projectId, personOf(caller.actor)),
)
