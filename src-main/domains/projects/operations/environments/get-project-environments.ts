import { getProjectEnvironments as ofProject } from '#shared/projects/contract/environments.ts'
import { query } from '#kernel/use-case.ts'
import { listEnvironmentsOf } from '../../records/environments/environments.read-model.ts'

export const getProjectEnvironments = query(ofProject, async ({ queries }, { params: { projectId } }) => ({
  version: 1 as const,
  environments: await listEnvironmentsOf(queries, projectId),
}))
