import { getStrategiesByContextField as strategies } from '#shared/flags/contract/context.ts'
import { query } from '#kernel/use-case.ts'
import { readStrategiesUsingField } from '../../records/context/context-usage.read-model.ts'

/** The strategies whose constraints use a field, defined or not (recorded exchange context-fields/strategies-using). */
export const getStrategiesByContextField = query(
  strategies,
  async ({ queries }, { params: { contextField } }) => ({
    strategies: await readStrategiesUsingField(queries, contextField),
  }),
)
