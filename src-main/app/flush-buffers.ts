import type { Logger } from '#kernel/logger.ts'
import type { Store } from '#store/store.ts'
import type { WaitingWrites } from './domain.ts'

const FLUSH_MS = 30_000

/** Writes of data collected in memory. */
export interface Flushing {
  flush: () => Promise<void>
  stop: () => void
}

/**
 * Brings data collected in memory during requests to the disk, periodically, and with `flush` before the store closes. A failed write
 * is logged, does not affect the others, and is retried the next time.
 */
export function startFlushing(
  buffers: readonly WaitingWrites[],
  { store, logger }: { store: Pick<Store, 'durable'>; logger: Logger },
): Flushing {
  const flush = async () => {
    const flushed = await Promise.allSettled(buffers.map((buffer) => buffer.flush()))
    for (const one of flushed)
      if (one.status === 'rejected')
        logger.warn({ err: one.reason as unknown }, 'what was seen is not written')
    await sync()
  }
  // nobody waits for these writes, so that no other one need bring them to the disk; a sync that fails ends all writing, which says so
  const sync = () => store.durable().catch(() => {})
  const timers = [
    setInterval(() => void flush(), FLUSH_MS),
    // a request that reports meets the error
    ...buffers.map(
      ({ everyMs, flush: write }) => everyMs && setInterval(() => void write().then(sync, () => {}), everyMs),
    ),
  ].filter((timer) => typeof timer === 'object')
  for (const timer of timers) timer.unref()
  return { flush, stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
