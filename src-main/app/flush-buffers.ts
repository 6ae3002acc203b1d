import type { Clock } from '#kernel/clock.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Queries } from '#store/queries.ts'
import type { Store } from '#store/store.ts'
import type { Services } from './services.ts'

type Sources = Pick<
  Services,
  'tokens' | 'personalTokens' | 'seenContexts' | 'signals' | 'judgedCalls' | 'traffic' | 'metricsBuffer'
>

const FLUSH_MS = 30_000
/** Metrics are more, and what a crash loses of them is what was reported since. */
const METRICS_FLUSH_MS = 1000

/**
 * Writes data collected in memory during requests, periodically, and with `flush` before the store closes. A failed write is
 * logged, does not affect the others, and is retried the next time.
 */
export function startFlushing(
  { tokens, personalTokens, seenContexts, signals, judgedCalls, traffic, metricsBuffer }: Sources,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): { flush: () => Promise<void>; stop: () => void } {
  const inTransaction = (work: (queries: Queries) => Promise<void>) => store.transaction(work)
  const flush = async () => {
    const flushed = await Promise.allSettled([
      metricsBuffer.flush(),
      tokens.flushSeen(inTransaction),
      personalTokens.flushSeen(inTransaction),
      seenContexts.flush(inTransaction, clock.now()),
      signals.refused.flush(inTransaction),
      judgedCalls.flush(inTransaction),
      traffic.flush(inTransaction),
    ])
    for (const one of flushed)
      if (one.status === 'rejected')
        logger.warn({ err: one.reason as unknown }, 'what was seen is not written')
  }
  const timers = [
    setInterval(() => void flush(), FLUSH_MS),
    // a request that reports meets the error
    setInterval(() => void metricsBuffer.flush().catch(() => {}), METRICS_FLUSH_MS),
  ]
  for (const timer of timers) timer.unref()
  return { flush, stop: () => timers.forEach((timer) => clearInterval(timer)) }
}
