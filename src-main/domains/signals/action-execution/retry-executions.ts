import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { StoreError } from '#store/store-errors.ts'
import { readActionSets } from '../actions/action-sets.store.ts'
import { deleteRetry, findRetry, readDueRetries, type WaitingRetry } from './action-retries.store.ts'
import { executeFor, settleSignal } from './execute-for.ts'
import { readFailures, readLastAttempt, resolveFailures } from './failures.store.ts'

/**
 * Executes again what failed and is due. Each retry is one transaction, which also says that it is done: whenever the service stops
 * and starts, and however many share a database, it happens once.
 */
export async function retryExecutions(runtime: Runtime): Promise<void> {
  const { store, clock, logger } = runtime
  for (const due of await readDueRetries(store.queries, clock.now())) {
    try {
      await writeAsSystem(runtime, (context) => retryOne(context, due, () => clock.now()))
    } catch (error) {
      if (error instanceof StoreError) throw error
      // it would come again in each cycle; the failure stays for a person to see
      logger.error({ err: error, actionSet: due.actionSetId }, 'a retry of an action set failed')
      await writeAsSystem(runtime, ({ everything }) => deleteRetry(everything, due.actionSetId))
    }
  }
}

async function retryOne(
  context: MutationContext,
  { actionSetId, executionId }: WaitingRetry,
  now: () => Date,
): Promise<void> {
  const { everything } = context
  const waiting = await findRetry(everything, actionSetId)
  if (waiting?.executionId !== executionId) return
  await deleteRetry(everything, actionSetId)
  const [set] = await readActionSets(everything, { id: actionSetId, enabled: true })
  if (!set) return
  const filter = { projects: [set.project], ids: [executionId] }
  const [failure] = await readFailures(everything, filter, { order: 'asc', limit: 1 })
  // somebody retried or dismissed it, or changed the set: it is then left to them
  const isSame = failure?.actionSet.actions.every(({ id }) => set.actions.some((one) => one.id === id))
  if (!failure || !isSame) return
  await resolveFailures(everything, filter, 'retried')
  const { signal, signalId } = failure
  const attempt = 1 + (await readLastAttempt(everything, { signalId, actionSetId }))
  const retried = { retry: waiting.retry, former: failure }
  await executeFor(context, set, { signal, attempt, requestedBy: null, retried, now })
  await settleSignal(context, signalId)
}
