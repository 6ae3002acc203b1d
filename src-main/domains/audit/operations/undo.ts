import { AppError } from '#kernel/app-error.ts'
import { dryRun, mutation, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/audit/contract/undo.ts'
import type { UndoPreview } from '#shared/audit/schemas/undo.ts'
import { plannedChanges } from '../undo/restore-parts.ts'
import { asUndoError, toNamedEvent } from '../undo/require-restorable.ts'
import { findEvent } from '../undo/undo-log.read-model.ts'
import { performUndo, planUndo, type UndoScope } from '../undo/undo-write.ts'

const NOTHING = { changes: [], dependents: [], hiddenDependents: 0, hasMoreDependents: false }

/** Tries an undo and shows what it changes, or why it cannot be done. Nothing is kept of it. */
export const previewUndo = dryRun(contract.previewUndo, async (context, { params: { eventId }, body }) => {
  const preview: UndoPreview = { ...NOTHING, events: [], writeSize: 1, refusal: null }
  try {
    await tryUndo(context, eventId, body?.scope ?? 'event', preview)
  } catch (error) {
    const refusal = asUndoError(error)
    if (!(refusal instanceof AppError) || (error instanceof AppError && error.status === 404)) throw error
    preview.refusal = { name: refusal.name, message: refusal.message }
    const event = await findEvent(context.visible, eventId)
    if (event && preview.events.length === 0) preview.events = [toNamedEvent(event)]
  }
  return preview
})

async function tryUndo(
  context: MutationContext,
  eventId: number,
  scope: UndoScope,
  preview: UndoPreview,
): Promise<void> {
  const plan = await planUndo(context, eventId, scope)
  const { shown, hidden, hasMore } = plan.dependents
  Object.assign(preview, {
    events: plan.events.map(toNamedEvent),
    writeSize: plan.writeSize,
    dependents: shown.map(toNamedEvent),
    hiddenDependents: hidden,
    hasMoreDependents: hasMore,
  })
  try {
    preview.changes = await context.attempt(() => performUndo(context, plan))
  } catch (error) {
    // nothing is left of what was tried: these are the changes to request
    const place = requestPlaceOf(error)
    if (place) {
      preview.changeRequest = place
      preview.changes = (await plannedChanges(context, plan.targets)).changes
    }
    throw error
  }
}

/** Reads where a rejected change has to be requested; undefined: it was rejected for another reason. */
function requestPlaceOf(error: unknown): UndoPreview['changeRequest'] {
  const place = error instanceof AppError ? error.extra?.['changeRequest'] : undefined
  if (typeof place !== 'object' || place === null) return undefined
  const { project, environment } = place as { project: string; environment: string }
  return { project, environment }
}

/** Undoes an event, or the write that it belongs to, by the operations that do the reverse (ADR 35). */
export const undoEvent = mutation(contract.undoEvent, async (context, { params: { eventId }, body }) => {
  const plan = await planUndo(context, eventId, body?.scope ?? 'event')
  try {
    return { changes: await performUndo(context, plan) }
  } catch (error) {
    throw asUndoError(error)
  }
})
