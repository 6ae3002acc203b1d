import { labelOfType } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { matchFilters } from '#shared/signals/rules/index.ts'
import type { ChainExecution } from '#shared/signals/schemas/action-execution.ts'
import { findEventIds, readEventsAt } from '#domains/audit/events/events.read-model.ts'
import { readUndosOf } from '#domains/audit/undo/undo-log.read-model.ts'
import type { SdkRevisions } from '#domains/clients/propagation/sdk-revisions.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { readActorNames } from '../actions/sources.read-model.ts'
import { readRetryTimes } from './action-retries.store.ts'
import type { ActionStep } from './execution.ts'
import type { TracedExecution } from './executions.store.ts'

/** Events of an action that are shown: one by tag may switch thousands of flags. */
const MAX_EVENTS = 20

type ChainEvent = NonNullable<ChainExecution['steps'][number]>['events'][number]

/** Follows executions to the events of their actions, to whoever undid those, and to the first SDK that was sent them. */
export async function traceExecutions(
  { visible, everything }: Pick<QueryContext, 'visible' | 'everything'>,
  revisions: Pick<SdkRevisions, 'firstWith'>,
  executions: readonly TracedExecution[],
): Promise<ChainExecution[]> {
  const eventsOf = new Map<ActionStep, Event[]>()
  for (const { writeId, steps } of executions)
    for (const step of steps)
      if (step && step.events > 0 && writeId !== null) {
        // by their places in the whole write; those that the caller does not see are left out below
        const page = { offset: step.first, limit: Math.min(step.events, MAX_EVENTS) }
        eventsOf.set(step, await readEventsAt(everything, writeId, page))
      }
  const ids = [...eventsOf.values()].flat().map(({ id }) => id)
  const shown = await findEventIds(visible, ids)
  const undos = await readUndosOf(visible, shown)
  const toChainEvent = (event: Event): ChainEvent => {
    const { id, createdAt, createdBy, featureName, environment } = event
    const undo = undos.get(id)
    return {
      ...{ id, createdAt, createdBy, featureName, environment },
      label: labelOfType(event.type),
      undone: undo ? { eventId: undo.id, by: undo.createdBy, at: undo.createdAt } : null,
      delivered: deliveryOf(revisions, event),
    }
  }
  const names = await readActorNames(visible, new Set(executions.map(({ actionSet }) => actionSet.actorId)))
  const retries = await readRetryTimes(
    visible,
    executions.map(({ actionSetId }) => actionSetId),
  )
  return executions.map(({ project: _project, writeId: _write, steps, ...execution }) => ({
    ...execution,
    actor: { id: execution.actionSet.actorId, name: names.get(execution.actionSet.actorId) ?? null },
    retryAt: retries.get(execution.id) ?? null,
    filters: matchFilters(execution.actionSet.match.payload, execution.signal.payload).filters,
    steps: steps.map((step) => {
      if (!step) return null
      const { startedAt, endedAt, events } = step
      const found = eventsOf.get(step) ?? []
      return {
        ...{ startedAt, endedAt },
        events: found.filter(({ id }) => shown.has(id)).map(toChainEvent),
        moreEvents: Math.max(0, events - MAX_EVENTS),
      }
    }),
  }))
}

function deliveryOf(
  revisions: Pick<SdkRevisions, 'firstWith'>,
  { id, environment, project }: Event,
): ChainEvent['delivered'] {
  const first =
    environment === null || project === null
      ? undefined
      : revisions.firstWith({ revision: id, environment, project })
  if (first === undefined) return { is: 'unknown' }
  if (first === null) return { is: 'not yet' }
  const { at, appName, sdk, way } = first
  return { is: 'first', at: at.toISOString(), appName, sdk, way }
}
