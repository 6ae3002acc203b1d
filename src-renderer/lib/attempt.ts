import { notifyDone, notifyRefused } from './notify.ts'

/** Does something, says that it was done, or that it was refused and why; whether it was done. */
export async function attempt(
  refused: string,
  work: () => Promise<unknown>,
  done?: string,
): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    notifyRefused(refused, error)
    return false
  }
  if (done) notifyDone(done)
  return true
}
