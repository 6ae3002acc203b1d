import { undoEvent as operation } from '#shared/audit/contract/undo.ts'
import { mutation } from '#kernel/use-case.ts'
import { asUndoError } from '../../records/undo/undo-errors.ts'
import { performUndo, planUndo } from '../../records/undo/undo-write.ts'

/** Undoes an event, or the write that it belongs to, by the operations that do the reverse (ADR 35). */
export const undoEvent = mutation(operation, async (context, { params: { eventId }, body }) => {
  const plan = await planUndo(context, eventId, body?.scope ?? 'event')
  try {
    return { changes: await performUndo(context, plan) }
  } catch (error) {
    throw asUndoError(error)
  }
})
