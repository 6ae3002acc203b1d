import { getStrategiesByContextFieldForProject as strategies } from '#shared/flags/contract/project-context.ts'
import { query } from '#kernel/use-case.ts'
import { readStrategiesUsingField } from '../../records/context/context-usage.read-model.ts'

/** Lists the strategies in a project that use a context field, the instance's or the project's own. */
export const getStrategiesByContextFieldForProject = query(strategies, async ({ queries }, { params }) => ({
  strategies: await readStrategiesUsingField(queries, params.contextField, params.projectId),
}))
