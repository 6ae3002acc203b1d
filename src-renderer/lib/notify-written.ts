import { push } from 'svelte-spa-router'

import { EVENTS } from '#shared/audit/events/index.ts'
import type { ChangedPart } from '#shared/audit/schemas/undo.ts'
import { readingOf, requestedUndo, type PartChange } from '#shared/audit/undo/index.ts'
import { api } from './api.ts'
import { notifyDone, notifyDoneWith, notifyRefused, notifyUndoable } from './notify.ts'
import { toRefusal } from './refusal.ts'
import { areUndoable, type Write } from './writes.ts'

/** An undo of a write that an event belongs to. */
interface UndoRequest {
  params: { eventId: string }
  body: { scope: 'event' | 'write' }
}

/**
 * Shows a success notice that offers Undo, if the event log can undo all that was written. The same undo as that of
 * the event log: what depends on the writes is said, and where changes need approval the reverse is requested.
 */
export function notifyWritten(message: string, writes: readonly Write[]): void {
  if (areUndoable(writes)) notifyUndoable(message, () => undoWrites(message, writes))
  else notifyDone(message)
}

/**
 * Offers Undo after a form was saved, in words of the events: "Segment updated". Shows nothing where nothing can be
 * undone: the form has closed, and its screen shows the change.
 */
export function notifySaved(writes: readonly Write[]): void {
  if (areUndoable(writes)) notifyWritten(savedWords(writes.flat()), writes)
}

/** Names the first change that can be undone. The others of a save belong to it, such as the tags of a new flag. */
function savedWords(changes: Write): string {
  const first = changes.find((change) => readingOf(change).kind === 'reversible')
  return first ? EVENTS[first.type].label : 'Saved'
}

/** Undoes writes, newest first, each as one. Stops at the first that is refused. */
async function undoWrites(message: string, writes: readonly Write[]): Promise<void> {
  for (const [change] of writes.toReversed()) {
    if (!change) continue
    const request = { params: { eventId: String(change.id) }, body: { scope: 'write' as const } }
    try {
      await api.undoEvent.mutate(request)
    } catch (error) {
      const refused = `Couldn't undo: ${message}`
      if (toRefusal(error).changeRequest === undefined)
        return notifyRefused(refused, error, {
          label: 'Show event',
          onClick: () => void push(`/events?id=${change.id}`),
        })
      return void (await requestUndo(refused, request))
    }
  }
  notifyDone(`Undone: ${message}`)
}

/** Requests the reverse of a write, where changes need approval, and shows where. Returns true on success. */
export async function requestUndo(refused: string, request: UndoRequest): Promise<boolean> {
  try {
    const { changeRequest, changes, refusal } = await api.previewUndo.query(request)
    const body = changeRequest && requestedUndo(changes.map(asPartChange), changeRequest.environment)
    if (!changeRequest || !body || body.length === 0)
      throw new Error(refusal?.message ?? 'The undo has changed. Look at the event again.')
    const { project: projectId, environment } = changeRequest
    const { id, title } = await api.startChangeRequest.mutate({ params: { projectId, environment }, body })
    notifyDoneWith(`The undo was added to “${title}”`, {
      label: 'Open',
      onClick: () => void push(`/projects/${projectId}/change-requests/${id}`),
    })
    return true
  } catch (error) {
    notifyRefused(refused, error)
    return false
  }
}

const asPartChange = ({ path, before, after }: ChangedPart): PartChange => ({ path, before, after })
