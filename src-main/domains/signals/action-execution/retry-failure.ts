import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { readActionSets } from '../actions/action-sets.store.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { executeFor, settleSignal } from './execute-for.ts'
import { readLastAttempt, resolveFailures, type Failure } from './failures.store.ts'

/** Finds an action set that is on; 404 where there is none, 409 where it is off. */
export async function requireSetToRetry(
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
export async function retryFailure(
  context: MutationContext,
  set: StoredActionSet,
  { id, signal, signalId, actionSetId, project }: Failure,
): Promise<ActionSetEvent> {
  const { everything, caller } = context
  await resolveFailures(everything, { projects: [project], ids: [id] }, 'retried')
  const attempt = 1 + (await readLastAttempt(everything, { signalId, actionSetId }))
  const execution = await executeFor(context, set, { signal, attempt, requestedBy: nameOf(caller.actor) })
  await settleSignal(context, signalId)
  return execution
}

/** Records that executions of a set were retried. */
export function recordRetry(
  context: MutationContext,
  { id, name, project }: StoredActionSet,
  times: number,
): void {
  context.record({ type: 'actions-retried', project, data: { id, name, times } })
}
