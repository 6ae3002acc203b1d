import { setTimeout } from 'node:timers/promises'

import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { StoreError } from '#store/store-errors.ts'
import { readActionSets } from '../actions/action-sets.store.ts'
import { deleteRetry, findRetry, readDueRetries, type WaitingRetry } from './action-retries.store.ts'
import { executeFor, settleSignal } from './execute-for.ts'
import { readFailures, readLastAttempt, resolveFailures } from './failures.store.ts'

/** Between two batches: what others wait for goes first. */
const PAUSE_MS = 20

/**
 * Executes again what failed and is due. Each retry is one transaction, which also says that it is done: whenever the service stops
 * and starts, and however many share a database, it happens once. They are read in batches with a pause between them, as signals are.
 */
export async function retryExecutions(runtime: Runtime, perBatch: number): Promise<void> {
  const { store, clock } = runtime
  // what a retry plans anew is due later, so this ends
  const now = clock.now()
  for (;;) {
    const batch = await readDueRetries(store.queries, { now, limit: perBatch })
    await retryAll(runtime, batch)
    if (batch.length < perBatch) return
    await setTimeout(PAUSE_MS)
  }
}

async function retryAll(runtime: Runtime, batch: readonly WaitingRetry[]): Promise<void> {
  const { clock, logger } = runtime
  for (const due of batch) {
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
