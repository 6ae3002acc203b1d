import type { Logger } from '#kernel/logger.ts'
import { Turn } from './turn.ts'

/**
 * Processes items one by one, with pauses for other requests. A failed item is logged with its id and does
 * not stop the rest.
 */
export async function forEachIsolated<T>(
  items: readonly T[],
  { logger, what, idOf }: { logger: Logger; what: string; idOf: (item: T) => string | number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const turn = new Turn()
  for (const item of items) {
    await turn.pause()
    try {
      await work(item)
    } catch (error) {
      logger.warn({ err: error, id: idOf(item) }, `${what} failed`)
    }
  }
}
