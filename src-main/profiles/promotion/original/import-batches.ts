import { AppError } from '#kernel/app-error.ts'
import { ask, type PromotionInstance } from '../side.ts'
import type { FlagBatch } from './flag-files.ts'

/** Batches in a row that may fail: a service that refuses more of them refuses all. */
const MAX_FAILED = 2

/**
 * Imports batches of new flags, one file after the other. A batch that fails is left as it is then. Returns the flags of all batches
 * that were sent: only the service knows which of them it has by now.
 */
export async function importBatches(
  side: PromotionInstance,
  batches: readonly FlagBatch[],
  signal: AbortSignal,
): Promise<string[]> {
  const sent: string[] = []
  let failed = 0
  for (const { flags, files } of batches) {
    if (failed === MAX_FAILED) break
    sent.push(...flags)
    try {
      for (const body of files)
        await ask(side, { path: 'importToggles', type: 'mutation', input: { body }, signal })
      failed = 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failed += 1
    }
  }
  return sent
}
