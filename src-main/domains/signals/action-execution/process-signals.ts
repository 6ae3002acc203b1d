import { setTimeout } from 'node:timers/promises'

import { executionsToKnow, matchFilters, skipOf } from '#shared/signals/rules/index.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { commitAsSystem, writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findEndpoint } from '../actions/sources.read-model.ts'
import { readActionSets } from '../actions/action-sets.store.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { findSignal, findSourceOf, findWaiting, markProcessed } from '../signals/signals.store.ts'
import type { StoredSignal } from '../signals/signal.ts'
import { Turn } from '#runtime/turn.ts'
import { StoreError } from '#store/store-errors.ts'
import { insertNote } from './action-notes.store.ts'
import { executeFor, settleSignal } from './execute-for.ts'
import { snapshotSignal } from './execution.ts'
import { readLastTimes } from './executions.store.ts'
import { resetSet } from './reset-set.ts'

/** Between two batches: what others wait for goes first. */
const PAUSE_MS = 20
/** Committed signals that wait for the disk together. */
const MAX_FINISHING = 32

/**
 * Hands all waiting signals to the actions, first come first served, in batches with a pause between them. Each signal is
 * one transaction with all that it starts: whenever the service stops and starts, it is processed once. A signal does not wait
 * until the one before it is on the disk: several share a sync.
 */
export async function processSignals(runtime: Runtime, perBatch: number): Promise<void> {
  const { queries } = runtime.store
  const finishing = new Finishing()
  const turn = new Turn()
  try {
    // outside a transaction: checking an empty queue blocks nobody
    let id = await findWaiting(queries, 0)
    for (let done = 1; id !== undefined; done++) {
      await processOrSetAside(runtime, id, finishing)
      await turn.pause()
      const isBatch = done % perBatch === 0
      if (isBatch || finishing.isDue) await finishing.all()
      if (isBatch) await setTimeout(PAUSE_MS)
      id = await findWaiting(queries, id)
    }
  } finally {
    // also where the queue stops with an error: those before it have their effects before the cycle ends
    await finishing.all()
  }
}

/** Writes that are committed, and wait for the disk and their effects. */
class Finishing {
  #writes: Promise<unknown>[] = []
  #failure: { error: unknown } | undefined

  /** True if no more may wait, or one has failed. */
  get isDue(): boolean {
    return this.#writes.length >= MAX_FINISHING || this.#failure !== undefined
  }

  add({ finished }: { finished: Promise<void> }): void {
    this.#writes.push(finished.catch((error: unknown) => (this.#failure ??= { error })))
  }

  /** Waits for all of them. Rejects with the first failure. */
  async all(): Promise<void> {
    await Promise.all(this.#writes.splice(0))
    if (this.#failure) throw this.#failure.error
  }
}

async function processOrSetAside(runtime: Runtime, id: number, finishing: Finishing): Promise<void> {
  const { logger } = runtime
  try {
    finishing.add(
      await commitAsSystem(runtime, (context) => processOne(context, id, () => runtime.clock.now())),
    )
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

async function processOne(context: MutationContext, id: number, now: () => Date): Promise<void> {
  const found = await findSignal(context.everything, id)
  if (!found || found.processed) return
  const signal = snapshotSignal(found)
  for (const set of await setsFor(context, found)) {
    // a signal that says that it is over starts nothing, whatever the other filters say
    if (resets(set, found)) await resetSet(context, set, signal)
    else if (matchFilters(set.filters, found.payload).matches && !(await wasSkipped(context, set, id)))
      await executeFor(context, set, { signal, attempt: 1, requestedBy: null, now })
  }
  await settleSignal(context, id)
}

const resets = ({ rules: { reset } }: StoredActionSet, { payload }: StoredSignal) =>
  reset !== null && matchFilters(reset, payload).matches

/** Checks if the rules of a set let it rest now, and notes for which signal it did. */
async function wasSkipped(
  { everything, now }: MutationContext,
  { id: actionSetId, project, rules }: StoredActionSet,
  signalId: number,
): Promise<boolean> {
  const former = await readLastTimes(everything, actionSetId, executionsToKnow(rules))
  const skip = skipOf(rules, former, now)
  if (skip === null) return false
  const createdAt = now.toISOString()
  await insertNote(everything, { kind: 'skipped', actionSetId, signalId, project, createdAt, ...skip })
  return true
}

/** Reads the sets that a signal may start or reset: on since before it came, with an endpoint that is on. */
async function setsFor({ everything }: MutationContext, signal: StoredSignal): Promise<StoredActionSet[]> {
  const endpoint = await findEndpoint(everything, signal.sourceId)
  if (!endpoint?.enabled) return []
  const sets = await readActionSets(everything, { sourceId: signal.sourceId, enabled: true })
  return sets.filter(({ listensAfter }) => signal.id > listensAfter)
}
