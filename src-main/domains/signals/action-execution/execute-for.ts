import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import { outcomeOf } from '#shared/signals/rules/index.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { markProcessed } from '../signals/signals.store.ts'
import { findUser } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import { executeSet } from './execute-set.ts'
import { snapshotSet, stateOf } from './execution.ts'
import { insertExecution, readExecutionsBy } from './executions.store.ts'

interface Trigger {
  signal: ActionSetEvent['signal']
  /** From 1 on; a retry is one more. */
  attempt: number
  /** Name of the user who retried; null: the signal started it. */
  requestedBy: string | null
}

/** Executes a set for a signal, and keeps what came of it. */
export async function executeFor(
  context: MutationContext,
  set: StoredActionSet,
  { signal, attempt, requestedBy }: Trigger,
): Promise<ActionSetEvent> {
  const results = await executeSet(context, set)
  const state = stateOf(results)
  const execution = {
    actionSetId: set.id,
    signalId: signal.id,
    state,
    signal,
    actionSet: snapshotSet(set, results),
    createdAt: context.now.toISOString(),
  }
  const id = await insertExecution(context.everything, {
    ...execution,
    project: set.project,
    attempt,
    requestedBy,
  })
  const actor = await findUser(context.everything, set.actorId)
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
  )
  await markProcessed(everything, signalId, outcome)
}
