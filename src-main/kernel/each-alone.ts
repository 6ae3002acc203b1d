import type { Logger } from './logger.ts'

/** Works through items one after the other. One that fails is logged with its id and does not hold up the others. */
export async function eachAlone<T>(
  items: readonly T[],
  { logger, what, idOf }: { logger: Logger; what: string; idOf: (item: T) => string | number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      logger.warn({ err: error, id: idOf(item) }, `${what} failed`)
    }
  }
}
