import { retryFailedActions as retryMany } from '#shared/signals/contract/failed-actions.ts'
import { mutation } from '#kernel/use-case.ts'
import { countMatching, readFailures } from '../../records/action-execution/failures.store.ts'
import { requireSetToRetry, recordRetry, retryFailure } from '../../records/action-execution/retry-failure.ts'

/** One request executes no more: others wait for the store meanwhile. */
const AT_ONCE = 10

/** Retries a part of what failed, the oldest first; the answer says what is left. */
export const retryFailedActions = mutation(
  retryMany,
  async (context, { params: { projectId, id }, body }) => {
    const { queries } = context
    const set = await requireSetToRetry(context, projectId, id)
    const of = { projects: [projectId], setId: id }
    const [newest] = await readFailures(queries, of, { order: 'desc', limit: 1 })
    const upTo = body.upTo ?? newest?.id ?? 0
    const failures = await readFailures(queries, { ...of, upTo }, { order: 'asc', limit: AT_ONCE })
    if (failures.length > 0) recordRetry(context, set, failures.length)
    let succeeded = 0
    for (const failure of failures)
      if ((await retryFailure(context, set, failure)).state === 'success') succeeded++
    return {
      succeeded,
      failed: failures.length - succeeded,
      left: await countMatching(queries, { ...of, upTo }),
      upTo,
    }
  },
)
