import { restorePart as operation } from '#shared/audit/contract/past.ts'
import { mutation } from '#kernel/use-case.ts'
import { asUndoError } from '../../records/undo/undo-errors.ts'
import { restorePast } from '../../records/undo/restore-past.ts'

/** Makes a part what it was at a time (ADR 35). */
export const restorePart = mutation(operation, async (context, { body: { path, at } }) => {
  try {
    return { changes: await restorePast(context, path, at) }
  } catch (error) {
    throw asUndoError(error)
  }
})
