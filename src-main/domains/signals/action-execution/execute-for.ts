import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import { outcomeOf, retryAt } from '#shared/signals/rules/index.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { markProcessed } from '../signals/signals.store.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import { readNotesOf } from './action-notes.store.ts'
import { deleteRetry, saveRetry } from './action-retries.store.ts'
import { executeSet } from './execute-set.ts'
import { snapshotSet, stateOf } from './execution.ts'
import { insertExecution, readExecutionsBy } from './executions.store.ts'

interface Trigger {
  signal: ActionSetEvent['signal']
  /** From 1 on; a retry is one more. */
  attempt: number
  /** Name of the user who retried; null: the signal started it, or the service retried it. */
  requestedBy: string | null
  /** Automatic retry that this is, from 1 on, with the execution that failed. */
  retried?: { retry: number; former: ActionSetEvent }
  now: () => Date
}

/** Executes a set for a signal, and keeps what came of it. */
export async function executeFor(
  context: MutationContext,
  set: StoredActionSet,
  { signal, attempt, requestedBy, retried, now }: Trigger,
): Promise<ActionSetEvent> {
  const { everything } = context
  const { writeId } = context.position()
  const { results, steps, mayPass } = await executeSet(context, set, {
    now,
    former: retried?.former.actionSet.actions,
  })
  const state = stateOf(results)
  const execution = {
    actionSetId: set.id,
    signalId: signal.id,
    state,
    signal,
    actionSet: snapshotSet(set, results),
    createdAt: context.now.toISOString(),
  }
  const id = await insertExecution(everything, {
    ...execution,
    ...{ project: set.project, attempt, requestedBy, writeId, steps },
  })
  // newer than any retry that waits
  await deleteRetry(everything, set.id)
  const retry = 1 + (retried?.retry ?? 0)
  const dueAt = mayPass && requestedBy === null ? retryAt(set.rules, retry, context.now) : null
  if (dueAt !== null) await saveRetry(everything, { actionSetId: set.id, executionId: id, retry, dueAt })
  const actor = await findUser(everything, set.actorId)
  const failure = results.find((one) => one.state === 'failed')?.details
  context.record({
    type: 'actions-executed',
    project: set.project,
    data: {
      id: set.id,
      name: set.name,
      signalId: signal.id,
      state,
      ...(failure ? { details: failure } : {}),
    },
    ...(actor ? { by: toActor(actor) } : {}),
  })
  return { id, ...execution }
}

/** Marks a signal as processed, with what the last execution of each set came to. */
export async function settleSignal({ everything }: MutationContext, signalId: number): Promise<void> {
  // in execution order: a retry takes the place of the execution it repeats
  const executions = await readExecutionsBy(everything, signalId)
  const last = new Map(executions.map((one) => [one.actionSetId, one]))
  const outcome = outcomeOf(
    [...last.values()].map(({ state, actionSet }) => ({ state, actions: actionSet.actions })),
    executions.length > 0 ? [] : await readNotesOf(everything, { signalId }),
  )
  await markProcessed(everything, signalId, outcome)
}
