import { getAllEnvironments as operation } from '#shared/projects/contract/environments.ts'
import { query } from '#kernel/use-case.ts'
import { listEnvironments } from '../../records/environments/environments.read-model.ts'

export const getAllEnvironments = query(operation, async ({ queries }) => ({
  version: 1 as const,
  environments: await listEnvironments(queries),
}))
