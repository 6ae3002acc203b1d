import { getEnvironment as one } from '#shared/projects/contract/environments.ts'
import { query } from '#kernel/use-case.ts'
import { requireEnvironment } from '../../records/environments/require-environment.ts'

export const getEnvironment = query(one, async ({ queries }, { params: { name } }) =>
  requireEnvironment(queries, name),
)
