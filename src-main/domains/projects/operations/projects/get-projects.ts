import { getProjects as operation } from '#shared/projects/contract/projects.ts'
import { personOf } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import { listProjects } from '../../records/projects/projects.read-model.ts'

export const getProjects = query(operation, async ({ queries, now, caller }, { query: { archived } }) => ({
  version: 1 as const,
  projects: await listProjects(queries, now, {
    archived: archived ?? false,
    user: personOf(caller.actor),
  }),
}))
