import { matchFilters } from '../../../src-shared/signals/index.ts'
import { writeAsSystem, type Runtime } from '../../kernel/execute.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import { findEndpoint, readActionSets, type StoredActionSet } from '../actions/index.ts'
import { markProcessed, nextUnprocessed, type StoredSignal } from '../signals/index.ts'
import { StoreError } from '../../store/store-errors.ts'
import { findUser, toActor } from '../users/index.ts'
import { executeSet } from './execute-set.ts'
import { snapshotSet, snapshotSignal, stateOf } from './execution.ts'
import { insertExecution } from './executions.store.ts'

/**
 * Hands signals to the actions, first come first served, at most so many at a time (semantics.md 7.7). Each signal is one
 * transaction with all that it starts: whenever the service stops and starts, it is dealt with once.
 */
export async function processSignals(runtime: Runtime, perCycle: number): Promise<void> {
  for (let done = 0; done < perCycle; done++) {
    // not in the transaction: a look at an empty queue holds nobody up
    if ((await nextUnprocessed(runtime.store.queries, 1)).length === 0) return
    try {
      await writeAsSystem(runtime, processNext)
    } catch (error) {
      // the store will take writes again; what else is wrong stays wrong, and must not hold up those that wait
      if (error instanceof StoreError) throw error
      runtime.logger.error({ err: error }, 'a signal cannot be dealt with')
      await writeAsSystem(runtime, (context) => setAside(context, error))
    }
  }
}

/** The next signal is kept, and starts nothing: the event says why, and it can be replayed. */
async function setAside({ queries, record }: MutationContext, error: unknown): Promise<void> {
  const [signal] = await nextUnprocessed(queries, 1)
  if (!signal) return
  await markProcessed(queries, [signal.id])
  const reason = error instanceof Error ? error.message : String(error)
  record({ type: 'signal-set-aside', data: { id: signal.id, endpoint: signal.sourceId, reason } })
}

async function processNext(context: MutationContext): Promise<void> {
  const [signal] = await nextUnprocessed(context.queries, 1)
  if (!signal) return
  for (const set of await setsFor(context, signal)) await executeFor(context, set, signal)
  await markProcessed(context.queries, [signal.id])
}

/** The sets that a signal starts: on, with an endpoint that is on, and all filters satisfied. */
async function setsFor({ queries }: MutationContext, signal: StoredSignal): Promise<StoredActionSet[]> {
  const endpoint = await findEndpoint(queries, signal.sourceId)
  if (!endpoint?.enabled) return []
  const sets = await readActionSets(queries, { sourceId: signal.sourceId, enabled: true })
  return sets.filter(({ filters }) => matchFilters(filters, signal.payload).matches)
}

async function executeFor(
  context: MutationContext,
  set: StoredActionSet,
  signal: StoredSignal,
): Promise<void> {
  const results = await executeSet(context, set)
  const state = stateOf(results)
  await insertExecution(context.queries, {
    actionSetId: set.id,
    signalId: signal.id,
    project: set.project,
    state,
    signal: snapshotSignal(signal),
    actionSet: snapshotSet(set, results),
    createdAt: context.now.toISOString(),
  })
  const actor = await findUser(context.queries, set.actorId)
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
}
