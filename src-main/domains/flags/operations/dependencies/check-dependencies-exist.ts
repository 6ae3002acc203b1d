import { checkDependenciesExist as exist } from '#shared/flags/contract/dependencies.ts'
import { query } from '#kernel/use-case.ts'
import { hasDependencies } from '../../records/dependencies/dependencies.store.ts'

/** Recorded exchange flag-relations/dependency-exist. */
export const checkDependenciesExist = query(exist, ({ queries }, { params: { projectId } }) =>
  hasDependencies(queries, projectId),
)
