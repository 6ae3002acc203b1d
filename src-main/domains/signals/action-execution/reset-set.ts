import { undoEvent } from '#shared/audit/contract/undo.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { pathText, readingOf } from '#shared/audit/undo/index.ts'
import type { ActionSetEvent } from '#shared/signals/schemas/action.ts'
import { MAX_RESTORED, type ActionSetNote } from '#shared/signals/schemas/action-rules.ts'
import type { Actor } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { readEventsAt } from '#domains/audit/events/events.read-model.ts'
import type { StoredActionSet } from '../actions/action-set.ts'
import { saveResetUpTo } from '../actions/action-sets.store.ts'
import { insertNote } from './action-notes.store.ts'
import { deleteRetry } from './action-retries.store.ts'
import { explain, requireActor } from './execute-set.ts'
import { readSwitching } from './executions.store.ts'

type Reset = Extract<ActionSetNote, { kind: 'reset' }>
type Outcome = Pick<Reset, 'restored' | 'left' | 'isTooMuch'>

/**
 * Puts back what the executions of a set switched since its last reset, as its service account, by the undo of the event log
 * (ADR 35, ADR 86). What somebody changed since then stays as it is.
 */
export async function resetSet(
  context: MutationContext,
  set: StoredActionSet,
  signal: ActionSetEvent['signal'],
): Promise<void> {
  const { everything, now } = context
  // it would switch again what is over
  await deleteRetry(everything, set.id)
  const { events, isTooMuch, upTo } = await readSwitches(context, set)
  const outcome: Outcome = { restored: [], left: [], isTooMuch }
  if (!isTooMuch) await undoAll(context, set, events, outcome)
  if (upTo > set.resetUpTo) await saveResetUpTo(everything, set.id, upTo)
  await insertNote(everything, {
    ...{ kind: 'reset', actionSetId: set.id, signalId: signal.id, project: set.project },
    ...{ createdAt: now.toISOString(), ...outcome },
  })
  const by = await requireActor(context, set).catch(() => undefined)
  context.record({
    type: 'actions-reset',
    project: set.project,
    data: {
      ...{ id: set.id, name: set.name, signalId: signal.id },
      ...{ restored: outcome.restored.length, left: outcome.left.length },
    },
    ...(by ? { by } : {}),
  })
}

/** Finds the last switch of each part since the last reset, newest first. */
async function readSwitches(
  { everything }: MutationContext,
  { id, resetUpTo }: StoredActionSet,
): Promise<{ events: Event[]; isTooMuch: boolean; upTo: number }> {
  const executions = await readSwitching(everything, { setId: id, after: resetUpTo }, MAX_RESTORED + 1)
  const upTo = executions[0]?.id ?? resetUpTo
  const last = new Map<string, Event>()
  let found = 0
  for (const { writeId, steps } of executions)
    for (const step of steps.toReversed()) {
      if (!step || step.events === 0) continue
      found += step.events
      if (found > MAX_RESTORED) return { events: [], isTooMuch: true, upTo }
      const events = await readEventsAt(everything, writeId, { offset: step.first, limit: step.events })
      // what was switched before the last time is restored with it, or somebody changed it in between
      for (const event of events.toReversed())
        for (const path of pathsOf(event)) if (!last.has(path)) last.set(path, event)
    }
  const events = [...new Set(last.values())].sort((a, b) => b.id - a.id)
  return { events, isTooMuch: false, upTo }
}

function pathsOf(event: Event): string[] {
  const reading = readingOf(event)
  const changes = reading.kind === 'reversible' ? reading.changes(event) : null
  return (changes ?? []).map(({ path }) => pathText(path))
}

/** Undoes events one by one: one that cannot be undone leaves the others alone. */
async function undoAll(
  context: MutationContext,
  set: StoredActionSet,
  events: readonly Event[],
  { restored, left }: Outcome,
): Promise<void> {
  for (const { id: eventId, featureName, environment } of events) {
    const switched = { eventId, featureName, environment }
    try {
      await context.attempt(async () => {
        const actor: Actor = await requireActor(context, set)
        await context.performAs(actor, undoEvent, { params: { eventId: String(eventId) }, body: {} })
      })
      restored.push(switched)
    } catch (error) {
      left.push({ ...switched, reason: explain(context, set, error) })
    }
  }
}
