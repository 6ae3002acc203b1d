import {
  getContextField as one,
  getContextFields as all,
  getStrategiesByContextField as strategies,
} from '../../../../../src-shared/contract/context.ts'
import { query } from '../../../../kernel/use-case.ts'
import { readStrategiesUsingField } from '../../records/context/context-usage.read-model.ts'
import { listContextFields } from '../../records/context/list-context-fields.ts'
import { requireReadableField } from '../../records/context/require-context-field.ts'

/**
 * The fields of the instance; those of projects too, when asked for (recorded exchanges context-fields/list and
 * context-fields/list-with-include-project).
 */
export const getContextFields = query(all, ({ queries }, { query: { include } }) =>
  listContextFields(queries, ({ project }) => include === 'project' || project === undefined),
)

export const getContextField = query(one, ({ queries }, { params: { contextField } }) =>
  requireReadableField(queries, contextField),
)

/** The strategies whose constraints use a field, defined or not (recorded exchange context-fields/strategies-using). */
export const getStrategiesByContextField = query(
  strategies,
  async ({ queries }, { params: { contextField } }) => ({
    strategies: await readStrategiesUsingField(queries, contextField),
  }),
)
