import type { Logger } from './logger.ts'
import { Turn } from './turn.ts'

/**
 * Works through items one after the other, with pauses for others. One that fails is logged with its id and does not
 * hold up the rest.
 */
export async function eachAlone<T>(
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
