import { labelOfType } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { collectTarget, ConfigurationParts, readingOf, type PartChange } from '#shared/audit/undo/index.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { findDependents } from './find-dependents.ts'
import { restoreParts } from './restore-parts.ts'
import { findEvent, readSettled, readWrite, type UndoData } from './undo-log.read-model.ts'

/** Part of a write that is undone: one event, or all events of the write. */
export type UndoScope = 'event' | 'write'

/** Everything that is known of an undo before it is tried. */
export interface PlannedUndo {
  events: Event[]
  /** Number of events of the write that the event belongs to. */
  writeSize: number
  targets: ConfigurationParts
  dependents: { shown: Event[]; hidden: number; hasMore: boolean }
  /** Events that come into force again: an undo is undone. */
  again: number[]
}

/** Finds out what undoing an event means. Throws where it cannot be undone whatever else happens. */
export async function planUndo(
  context: MutationContext,
  eventId: number,
  scope: UndoScope,
): Promise<PlannedUndo> {
  const event = await findEvent(context.visible, eventId)
  if (!event) throw notFound(`There is no event ${eventId}. It may have been removed by retention.`)
  const write = await readWrite(context.visible, event.groupId)
  const undo = write.find((one) => one.type === 'changes-undone')
  // a partial undo would look like a separate change
  const events = scope === 'write' || undo ? write : [event]
  const settled = await readSettled(context.everything, Math.min(...events.map((one) => one.id)))
  requireNotUndone(events, (id) => settled.isUndone(id))
  const changes = changesOf(events)
  const targets = new ConfigurationParts()
  for (const change of [...changes].reverse()) collectTarget(targets, change)
  const found = await findDependents(context.everything, events, changes, settled)
  const shown = await visibleOf(context, found.events)
  return {
    events,
    writeSize: write.length,
    targets,
    dependents: { shown, hidden: found.events.length - shown.length, hasMore: found.hasMore },
    again: undo ? ((undo.data as UndoData | null)?.events ?? []) : [],
  }
}

/** Undoes what was planned, and tells of it. Returns what changed. */
export async function performUndo(context: MutationContext, plan: PlannedUndo): Promise<PartChange[]> {
  requireIndependent(plan)
  const changes = await restoreParts(context, plan.targets)
  // no operation ran that would have asked for a permission
  if (changes.length === 0)
    throw new AppError('ConflictError', 'There is nothing left to undo: all is as it was before.')
  const [event] = plan.events
  const data: UndoData & Record<string, unknown> = {
    name: event ? nameOf(event) : 'an event',
    events: plan.events.map((one) => one.id),
    ...(plan.again.length > 0 ? { again: plan.again } : {}),
  }
  context.record({
    type: 'changes-undone',
    data,
    ...(event?.project ? { project: event.project } : {}),
    ...(event?.featureName ? { featureName: event.featureName } : {}),
    ...(event?.environment ? { environment: event.environment } : {}),
  })
  return changes
}

/** Names an event in the sentence of its undo. */
const nameOf = ({ id, type }: Event): string => `event ${id} (${labelOfType(type)})`

async function visibleOf(context: MutationContext, events: readonly Event[]): Promise<Event[]> {
  const visible: Event[] = []
  for (const event of events) if (await findEvent(context.visible, event.id)) visible.push(event)
  return visible
}

function requireNotUndone(events: readonly Event[], isUndone: (id: number) => boolean): void {
  const left = events.filter(({ id }) => !isUndone(id))
  if (left.length === events.length) return
  throw new AppError(
    'ConflictError',
    left.length === 0
      ? 'This has been undone already. Undo the undo to have it again.'
      : 'A part of this write has been undone already. Undo the rest event by event.',
  )
}

/** The changes of events, in their order. Throws unless all of them can be undone. */
function changesOf(events: readonly Event[]): PartChange[] {
  const changes = events.flatMap((event) => {
    const reading = readingOf(event)
    if (reading.kind === 'final') throw new AppError('ConflictError', cannot(event, reading.reason))
    if (reading.kind === 'note') return []
    const own = reading.changes(event)
    if (own === null)
      throw new AppError(
        'ConflictError',
        cannot(event, 'It was written by a version that did not keep what was there before.'),
      )
    return own
  })
  if (changes.length > 0) return changes
  throw new AppError('ConflictError', 'There is nothing to undo: this event changed nothing by itself.')
}

const cannot = (event: Event, reason: string) => `${nameOf(event)} cannot be undone. ${reason}`

function requireIndependent({ dependents: { shown, hidden } }: PlannedUndo): void {
  if (shown.length + hidden === 0) return
  const names = shown.slice(0, 3).map(nameOf).join(', ')
  const unseen = hidden === 0 ? '' : `${names === '' ? '' : ', and '}${hidden} that you do not see`
  throw new AppError('ConflictError', `Newer changes depend on this: ${names}${unseen}. Undo them first.`)
}
