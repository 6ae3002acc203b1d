import { previewRestore as operation } from '#shared/audit/contract/past.ts'
import { AppError } from '#kernel/app-error.ts'
import { dryRun } from '#kernel/use-case.ts'
import { asUndoError } from '../../records/undo/undo-errors.ts'
import { restorePast } from '../../records/undo/restore-past.ts'

/** Tries to restore a part and shows what it changes, or why it cannot be done. Nothing is kept of it. */
export const previewRestore = dryRun(operation, async (context, { body: { path, at } }) => {
  try {
    return { changes: await restorePast(context, path, at), refusal: null }
  } catch (error) {
    const refusal = asUndoError(error)
    if (!(refusal instanceof AppError)) throw error
    return { changes: [], refusal: { name: refusal.name, message: refusal.message } }
  }
})
