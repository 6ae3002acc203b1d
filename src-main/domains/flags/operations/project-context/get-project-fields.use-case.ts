import {
  getContextFieldForProject as one,
  getContextFieldsForProject as all,
  getStrategiesByContextFieldForProject as strategies,
} from '../../../../../src-shared/contract/project-context.ts'
import { query } from '../../../../kernel/use-case.ts'
import { listContextFields } from '../../records/context/list-context-fields.ts'
import { readStrategiesUsingField } from '../../records/context/context-usage.read-model.ts'
import { requireReadableField } from '../../records/context/require-context-field.ts'

/**
 * The fields of a project, and the instance's when asked for (recorded exchange context-fields/project-context-list).
 */
export const getContextFieldsForProject = query(all, ({ queries }, { params, query: { include } }) =>
  listContextFields(
    queries,
    ({ project }) => project === params.projectId || (include === 'root' && project === undefined),
  ),
)

export const getContextFieldForProject = query(one, ({ queries }, { params }) =>
  requireReadableField(queries, params.contextField, params.projectId),
)

/** What uses a field in the project, be it the instance's or the project's own. */
export const getStrategiesByContextFieldForProject = query(strategies, async ({ queries }, { params }) => ({
  strategies: await readStrategiesUsingField(queries, params.contextField, params.projectId),
}))
