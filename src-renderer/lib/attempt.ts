import { notifyRefused } from './notify.ts'
import { notifySaved, notifyWritten } from './notify-written.ts'
import { collectWrites, type Write } from './writes.ts'

/**
 * Does something, says that it was done, or that it was refused and why; whether it was done. What the event log can
 * undo is offered with the notice, or in a notice of its own if there are no words for `done`.
 */
export async function attempt(
  refused: string,
  work: () => Promise<unknown>,
  done?: string,
): Promise<boolean> {
  let writes: Write[]
  try {
    writes = await collectWrites(work)
  } catch (error) {
    notifyRefused(refused, error)
    return false
  }
  if (done) notifyWritten(done, writes)
  else notifySaved(writes)
  return true
}
