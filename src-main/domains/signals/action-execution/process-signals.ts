import { setTimeout } from 'node:timers/promises'

import { matchFilters } from '#shared/signals/rules/index.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findEndpoint } from '../actions/sources.read-model.ts'
import { readActionSets } from '../actions/action-sets.store.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { findSignal, findSourceOf, findWaiting, markProcessed } from '../signals/signals.store.ts'
import type { StoredSignal } from '../signals/signal.ts'
import { StoreError } from '#store/store-errors.ts'
import { executeFor, settleSignal } from './execute-for.ts'
import { snapshotSignal } from './execution.ts'

/** Between two batches: what others wait for goes first. */
const PAUSE_MS = 20

/**
 * Hands all waiting signals to the actions, first come first served, in batches with a pause between them. Each signal is
 * one transaction with all that it starts: whenever the service stops and starts, it is processed once.
 */
export async function processSignals(runtime: Runtime, perBatch: number): Promise<void> {
  const { queries } = runtime.store
  // outside a transaction: checking an empty queue blocks nobody
  let id = await findWaiting(queries, 0)
  for (let done = 1; id !== undefined; done++) {
    await processOrSetAside(runtime, id)
    if (done % perBatch === 0) await setTimeout(PAUSE_MS)
    id = await findWaiting(queries, id)
  }
}

async function processOrSetAside(runtime: Runtime, id: number): Promise<void> {
  const { logger } = runtime
  try {
    await writeAsSystem(runtime, (context) => processOne(context, id))
  } catch (error) {
    // the store will accept writes again; any other error would recur, and must not block the queue
    if (error instanceof StoreError) throw error
    logger.error({ err: error, signal: id }, 'a signal cannot be processed')
    try {
      await writeAsSystem(runtime, (context) => setAside(context, id, error))
    } catch (second) {
      if (second instanceof StoreError) throw second
      // the signal stays and is retried in the next cycle; those behind it are processed
      logger.error({ err: second, signal: id }, 'a signal cannot be set aside')
    }
  }
}

/** The signal is kept, and starts nothing: the event says why, and it can be replayed. */
async function setAside({ everything, record }: MutationContext, id: number, error: unknown): Promise<void> {
  const endpoint = await findSourceOf(everything, id)
  if (endpoint === undefined) return
  await markProcessed(everything, id, 'aside')
  const reason = messageOf(error)
  record({ type: 'signal-set-aside', data: { id, endpoint, reason } })
}

async function processOne(context: MutationContext, id: number): Promise<void> {
  const signal = await findSignal(context.everything, id)
  if (!signal || signal.processed) return
  const trigger = { signal: snapshotSignal(signal), attempt: 1, requestedBy: null }
  for (const set of await setsFor(context, signal)) await executeFor(context, set, trigger)
  await settleSignal(context, id)
}

/** The sets that a signal starts: on since before it came, with an endpoint that is on, and all filters satisfied. */
async function setsFor({ everything }: MutationContext, signal: StoredSignal): Promise<StoredActionSet[]> {
  const endpoint = await findEndpoint(everything, signal.sourceId)
  if (!endpoint?.enabled) return []
  const sets = await readActionSets(everything, { sourceId: signal.sourceId, enabled: true })
  return sets.filter(
    ({ listensAfter, filters }) => signal.id > listensAfter && matchFilters(filters, signal.payload).matches,
  )
}
