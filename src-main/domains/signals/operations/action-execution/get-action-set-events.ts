import { getActionSetEvents as events } from '#shared/signals/contract/action-execution.ts'
import { query } from '#kernel/use-case.ts'
import { readExecutionsOf } from '../../records/action-execution/executions.store.ts'

const PAGE = 50

/** Lists the executions of a set, newest first (docs/contract/signals.md#action-sets). */
export const getActionSetEvents = query(
  events,
  async ({ queries }, { params, query: { limit, offset } }) => ({
    actionSetEvents: await readExecutionsOf(queries, {
      project: params.projectId,
      setId: params.id,
      limit: limit ?? PAGE,
      offset: offset ?? 0,
    }),
  }),
)
