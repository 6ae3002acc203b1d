import {
  dismissFailedActions as dismiss,
  retryFailedAction as retryOne,
  retryFailedActions as retryMany,
} from '../../../../../src-shared/contract/failed-actions.ts'
import type { ActionSetEvent } from '../../../../../src-shared/schemas/action.ts'
import { AppError, badData, notFound } from '../../../../kernel/app-error.ts'
import { nameOf } from '../../../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { readActionSets } from '../../records/actions/action-sets.store.ts'
import type { StoredActionSet } from '../../records/actions/action-set.ts'
import { requireProject } from '../../../projects/records/projects/projects.store.ts'
import { executeFor, settleSignal } from '../../records/action-execution/execute-for.ts'
import { findExecution } from '../../records/action-execution/executions.store.ts'
import {
  countMatching,
  readFailures,
  readLastAttempt,
  resolveFailures,
  type Failure,
} from '../../records/action-execution/failures.store.ts'

/** One request executes no more: others wait for the store meanwhile. */
const AT_ONCE = 10

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
  return retry(context, set, failure)
})

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
    for (const failure of failures) if ((await retry(context, set, failure)).state === 'success') succeeded++
    return {
      succeeded,
      failed: failures.length - succeeded,
      left: await countMatching(queries, { ...of, upTo }),
      upTo,
    }
  },
)

/** They stay in the list of executions as what they are; nobody is asked to look at them any more. */
export const dismissFailedActions = mutation(dismiss, async (context, { params: { projectId }, body }) => {
  const { ids, actionSetId: setId } = body
  if (ids === undefined && setId === undefined)
    throw badData('"ids" or "actionSetId" is required.', '/body/ids')
  await requireProject(context.queries, projectId)
  const dismissed = await resolveFailures(context.queries, { projects: [projectId], setId, ids }, 'dismissed')
  if (dismissed > 0)
    context.record({
      type: 'actions-failures-dismissed',
      project: projectId,
      data: {
        dismissed,
        ...(setId === undefined ? {} : { id: setId }),
        ...(ids === undefined ? {} : { ids }),
      },
    })
  return { dismissed }
})

const whyNot = ({ state }: Pick<ActionSetEvent, 'state'>) =>
  state === 'failed'
    ? 'This execution has been retried or dismissed already.'
    : 'Only a failed execution can be retried.'

async function requireSetToRetry(
  { queries }: MutationContext,
  project: string,
  id: number,
): Promise<StoredActionSet> {
  const [set] = await readActionSets(queries, { id, project })
  if (!set) throw notFound(`Could not find action set with id ${id}`)
  if (set.enabled) return set
  throw new AppError('ConflictError', `The action set ${set.name} is off. Turn it on, then retry.`)
}

async function retry(
  context: MutationContext,
  set: StoredActionSet,
  { id, signal, signalId, actionSetId, project }: Failure,
): Promise<ActionSetEvent> {
  const { queries, caller } = context
  await resolveFailures(queries, { projects: [project], ids: [id] }, 'retried')
  const attempt = 1 + (await readLastAttempt(queries, { signalId, actionSetId }))
  const execution = await executeFor(context, set, { signal, attempt, requestedBy: nameOf(caller.actor) })
  await settleSignal(context, signalId)
  return execution
}

function recordRetry(context: MutationContext, { id, name, project }: StoredActionSet, times: number): void {
  context.record({ type: 'actions-retried', project, data: { id, name, times } })
}
