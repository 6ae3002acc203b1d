import type { Logger } from '#kernel/logger.ts'
import { Turn } from './turn.ts'

/** Processes items one by one, with pauses for other requests. */
export async function inSteps<T>(
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<unknown> | void,
): Promise<void> {
  const turn = new Turn()
  let index = 0
  for (const item of items) {
    await work(item, index)
    index += 1
    await turn.pause()
  }
}

/** Maps items with pauses in which other requests are answered. */
export async function mapInSteps<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<Awaited<R>[]> {
  const turn = new Turn()
  const results: Awaited<R>[] = []
  for (const item of items) {
    results.push(await map(item))
    await turn.pause()
  }
  return results
}

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
