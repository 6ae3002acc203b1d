import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { requireProject } from '#domains/projects/projects/projects.store.ts'
import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { mutation, query as reading, type QueryContext, type MutationContext } from '#kernel/use-case.ts'
import { inSteps } from '#runtime/in-steps.ts'
import * as contract from '#shared/signals/contract/failed-actions.ts'
import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import type { FailedAction, FailureCause } from '#shared/signals/schemas/failed-action.ts'
import { findExecution } from '../action-execution/executions.store.ts'
import { findCauses } from '../action-execution/failure-causes.ts'
import {
  countFailures,
  countMatching,
  type Failure,
  readFailures,
  resolveFailures,
  readLastAttempt,
} from '../action-execution/failures.store.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { readActionSets } from '../actions/action-sets.store.ts'
import { readActorNames } from '../actions/sources.read-model.ts'
import { nameOf } from '#kernel/caller.ts'
import { executeFor, settleSignal } from '../action-execution/execute-for.ts'

const PAGE = 50

/** Adds up failures of projects. */
const totalOf = (counts: readonly { failures: number }[]) =>
  counts.reduce((sum, { failures }) => sum + failures, 0)

/** Counts failures by project, of projects whose settings the caller may read. */
async function readableCounts({ visible, may }: QueryContext) {
  const isReadable = ({ project }: { project: string }) =>
    may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed
  return (await countFailures(visible)).filter(isReadable)
}

/** Lists failures that nobody has resolved, in the projects whose settings the caller may read. */
export const getFailedActions = ({ access }: { access: AccessDirectory }) =>
  reading(contract.getFailedActions, async (context, { query }) => {
    const { project, actionSetId: setId, signalId, limit, offset } = query
    const counts = (await readableCounts(context)).filter(
      (one) =>
        (project === undefined || one.project === project) &&
        (setId === undefined || one.actionSetId === setId),
    )
    const projects = new Set(counts.map((one) => one.project))
    const filter = { projects: [...projects], setId, signalId }
    const failures = await readFailures(context.visible, filter, {
      order: 'desc',
      limit: limit ?? PAGE,
      offset: offset ?? 0,
    })
    return {
      failures: await showFailures(context, access, failures),
      total: signalId === undefined ? totalOf(counts) : failures.length,
    }
  })

async function showFailures(
  { visible }: QueryContext,
  access: AccessDirectory,
  failures: readonly Failure[],
): Promise<FailedAction[]> {
  // a retry executes the current set, so all failures of a set have the same causes
  const known = new Map<number, { set: StoredActionSet | undefined; causes: FailureCause[] }>()
  await inSteps(failures, async ({ actionSetId, signal }) => {
    if (known.has(actionSetId)) return
    const [set] = await readActionSets(visible, { id: actionSetId })
    known.set(actionSetId, { set, causes: await findCauses(visible, access, set, signal.sourceId) })
  })
  const actorOf = ({ actionSetId, actionSet }: Failure) =>
    known.get(actionSetId)?.set?.actorId ?? actionSet.actorId
  const names = await readActorNames(visible, new Set(failures.map(actorOf)))
  return failures.map((failure) => {
    const { actionSetId, actionSet, signal } = failure
    const { set, causes = [] } = known.get(actionSetId) ?? {}
    const actorId = actorOf(failure)
    return {
      id: failure.id,
      project: failure.project,
      actionSetId,
      actionSetName: set?.name ?? actionSet.name,
      signalId: failure.signalId,
      sourceId: signal.sourceId,
      createdAt: failure.createdAt,
      attempt: failure.attempt,
      requestedBy: failure.requestedBy,
      actor: { id: actorId, name: names.get(actorId) ?? null },
      actions: actionSet.actions,
      causes,
      canRetry: set?.enabled ?? false,
    }
  })
}

export const countFailedActions = reading(contract.countFailedActions, async (context) => {
  const sets = await readableCounts(context)
  return { total: totalOf(sets), sets }
})

/** Executes the set again. A failure that somebody has dealt with is a conflict, so no two callers retry the same one. */
export const retryFailedAction = ({ now }: { now: () => Date }) =>
  mutation(contract.retryFailedAction, async (context, { params: { projectId, id } }) => {
    const { everything } = context
    const execution = await findExecution(everything, projectId, id)
    if (!execution) throw notFound(`Could not find execution with id ${id} in project ${projectId}`)
    const [failure] = await readFailures(
      everything,
      { projects: [projectId], ids: [id] },
      { order: 'asc', limit: 1 },
    )
    if (!failure) throw new AppError('ConflictError', whyNot(execution))
    const set = await requireSetToRetry(context, projectId, failure.actionSetId)
    recordRetry(context, set, 1)
    return retryFailure(context, set, failure, now)
  })

/** Finds an action set that is on; 404 where there is none, 409 where it is off. */
async function requireSetToRetry(
  { everything }: MutationContext,
  project: string,
  id: number,
): Promise<StoredActionSet> {
  const [set] = await readActionSets(everything, { id, project })
  if (!set) throw notFound(`Could not find action set with id ${id}`)
  if (set.enabled) return set
  throw new AppError('ConflictError', `The action set ${set.name} is off. Turn it on, then retry.`)
}

/** Executes the set again for the signal of a failure, which is then resolved. */
async function retryFailure(
  context: MutationContext,
  set: StoredActionSet,
  { id, signal, signalId, actionSetId, project }: Failure,
  now: () => Date,
): Promise<ActionSetEvent> {
  const { everything, caller } = context
  await resolveFailures(everything, { projects: [project], ids: [id] }, 'retried')
  const attempt = 1 + (await readLastAttempt(everything, { signalId, actionSetId }))
  const execution = await executeFor(context, set, {
    signal,
    attempt,
    requestedBy: nameOf(caller.actor),
    now,
  })
  await settleSignal(context, signalId)
  return execution
}

/** Records that executions of a set were retried. */
function recordRetry(context: MutationContext, { id, name, project }: StoredActionSet, times: number): void {
  context.record({ type: 'actions-retried', project, data: { id, name, times } })
}

const whyNot = ({ state }: Pick<ActionSetEvent, 'state'>) =>
  state === 'failed'
    ? 'This execution has been retried or dismissed already.'
    : 'Only a failed execution can be retried.'

/** One request executes no more: others wait for the store meanwhile. */
const AT_ONCE = 10

/** Retries a part of what failed, the oldest first; the answer says what is left. */
export const retryFailedActions = ({ now }: { now: () => Date }) =>
  mutation(contract.retryFailedActions, async (context, { params: { projectId, id }, body }) => {
    const { everything } = context
    const set = await requireSetToRetry(context, projectId, id)
    const of = { projects: [projectId], setId: id }
    const [newest] = await readFailures(everything, of, { order: 'desc', limit: 1 })
    const upTo = body.upTo ?? newest?.id ?? 0
    const failures = await readFailures(everything, { ...of, upTo }, { order: 'asc', limit: AT_ONCE })
    if (failures.length > 0) recordRetry(context, set, failures.length)
    let succeeded = 0
    for (const failure of failures)
      if ((await retryFailure(context, set, failure, now)).state === 'success') succeeded++
    return {
      succeeded,
      failed: failures.length - succeeded,
      left: await countMatching(everything, { ...of, upTo }),
      upTo,
    }
  })

/** They stay in the list of executions as what they are; nobody is asked to look at them any more. */
export const dismissFailedActions = mutation(
  contract.dismissFailedActions,
  async (context, { params: { projectId }, body }) => {
    const { ids, actionSetId: setId } = body
    if (ids === undefined && setId === undefined)
      throw badData('"ids" or "actionSetId" is required.', '/body/ids')
    await requireProject(context.everything, projectId)
    const dismissed = await resolveFailures(
      context.everything,
      { projects: [projectId], setId, ids },
      'dismissed',
    )
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
  },
)
