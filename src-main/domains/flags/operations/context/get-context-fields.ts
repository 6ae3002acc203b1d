import { getContextFields as all } from '#shared/flags/contract/context.ts'
import { query } from '#kernel/use-case.ts'
import { listContextFields } from '../../records/context/list-context-fields.ts'

/**
 * The fields of the instance; those of projects too, when asked for (recorded exchanges context-fields/list and
 * context-fields/list-with-include-project).
 */
export const getContextFields = query(all, ({ queries }, { query: { include } }) =>
  listContextFields(queries, ({ project }) => include === 'project' || project === undefined),
)
