import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Queries } from '../store/queries.ts'
import type { Store } from '../store/store.ts'
import type { Services } from './services.ts'

type Sources = Pick<
  Services,
  'tokens' | 'personalTokens' | 'seenContexts' | 'signals' | 'judgedCalls' | 'traffic'
>

/**
 * Creates the function that writes data collected in memory during requests. It runs periodically, and before
 * the store closes. A failed write is logged, does not affect the others, and is retried the next time.
 */
export function createFlush(
  { tokens, personalTokens, seenContexts, signals, judgedCalls, traffic }: Sources,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): () => Promise<void> {
  const inTransaction = (work: (queries: Queries) => Promise<void>) => store.transaction(work)
  return async () => {
    const flushed = await Promise.allSettled([
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
}
