import { getContextFieldsForProject as all } from '#shared/flags/contract/project-context.ts'
import { query } from '#kernel/use-case.ts'
import { listContextFields } from '../../records/context/list-context-fields.ts'

/**
 * The fields of a project, and the instance's when asked for (recorded exchange context-fields/project-context-list).
 */
export const getContextFieldsForProject = query(all, ({ queries }, { params, query: { include } }) =>
  listContextFields(
    queries,
    ({ project }) => project === params.projectId || (include === 'root' && project === undefined),
  ),
)
