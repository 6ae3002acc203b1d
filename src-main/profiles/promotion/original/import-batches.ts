import { AppError } from '#kernel/app-error.ts'
import { ask, type PromotionInstance } from '../side.ts'
import { findingsOf, nameIn } from './check-files.ts'
import type { FlagBatch } from './flag-files.ts'

/** Batches in a row that may fail: a service that refuses more of them refuses all. */
const MAX_FAILED = 2

/**
 * Imports batches of new flags, one file after the other. A batch that fails is left as it is then. One with a flag that has come
 * there by others meanwhile is not sent, since the import would overwrite it. Returns the flags of all batches that were sent: only
 * the service knows which of them it has by now.
 */
export async function importBatches(
  side: PromotionInstance,
  batches: readonly FlagBatch[],
  signal: AbortSignal,
): Promise<string[]> {
  const sent: string[] = []
  let failed = 0
  for (const batch of batches) {
    if (failed === MAX_FAILED) break
    const taken = await isTaken(side, batch, signal)
    if (taken === undefined) failed += 1
    if (taken !== false) continue
    sent.push(...batch.flags)
    try {
      for (const body of batch.files)
        await ask(side, { path: 'importToggles', type: 'mutation', input: { body }, signal })
      failed = 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failed += 1
    }
  }
  return sent
}

/** Checks whether the service has flags of a batch by now; undefined: it does not say. */
async function isTaken(
  side: PromotionInstance,
  { flags, files }: FlagBatch,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const names = new Set(flags)
  for (const file of files) {
    const found = await findingsOf(side, file, signal)
    if (!found) return undefined
    if (found.some(({ affectedItems }) => affectedItems.some((one) => names.has(nameIn(one))))) return true
  }
  return false
}
