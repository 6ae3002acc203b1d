import { countFailedActions as count } from '#shared/signals/contract/failed-actions.ts'
import { query as reading } from '#kernel/use-case.ts'
import { readableCounts, totalOf } from '../../records/action-execution/readable-failures.ts'

export const countFailedActions = reading(count, async (context) => {
  const sets = await readableCounts(context)
  return { total: totalOf(sets), sets }
})
