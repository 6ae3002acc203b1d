import { retryFailedAction as retryOne } from '#shared/signals/contract/failed-actions.ts'
import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { findExecution } from '../../records/action-execution/executions.store.ts'
import { readFailures } from '../../records/action-execution/failures.store.ts'
import { requireSetToRetry, recordRetry, retryFailure } from '../../records/action-execution/retry-failure.ts'

/** Executes the set again. A failure that somebody has dealt with is a conflict, so no two callers retry the same one. */
export const retryFailedAction = mutation(retryOne, async (context, { params: { projectId, id } }) => {
  const { queries } = context
  const execution = await findExecution(queries, projectId, id)
  if (!execution) throw notFound(`Could not find execution with id ${id} in project ${projectId}`)
  const [failure] = await readFailures(
    queries,
    { projects: [projectId], ids: [id] },
    { order: 'asc', limit: 1 },
  )
  if (!failure) throw new AppError('ConflictError', whyNot(execution))
  const set = await requireSetToRetry(context, projectId, failure.actionSetId)
  recordRetry(context, set, 1)
  return retryFailure(context, set, failure)
})

const whyNot = ({ state }: Pick<ActionSetEvent, 'state'>) =>
  state === 'failed'
    ? 'This execution has been retried or dismissed already.'
    : 'Only a failed execution can be retried.'
