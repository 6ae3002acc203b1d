import type { Logger } from '#kernel/logger.ts'
import type { WaitingWrites } from './domain.ts'

const FLUSH_MS = 30_000

/** Writes of data collected in memory. */
export interface Flushing {
  flush: () => Promise<void>
  stop: () => void
}

/**
 * Writes data collected in memory during requests, periodically, and with `flush` before the store closes. A failed write is
 * logged, does not affect the others, and is retried the next time.
 */
export function startFlushing(buffers: readonly WaitingWrites[], logger: Logger): Flushing {
  const flush = async () => {
    const flushed = await Promise.allSettled(buffers.map((buffer) => buffer.flush()))
    for (const one of flushed)
      if (one.status === 'rejected')
        logger.warn({ err: one.reason as unknown }, 'what was seen is not written')
  }
  const timers = [
    setInterval(() => void flush(), FLUSH_MS),
    // a request that reports meets the error
    ...buffers.map(
      ({ everyMs, flush: write }) => everyMs && setInterval(() => void write().catch(() => {}), everyMs),
    ),
  ].filter((timer) => typeof timer === 'object')
  for (const timer of timers) timer.unref()
  return { flush, stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
