import { AppError } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import { LruMap } from './lru-map.ts'

/** Rate limit. Operations that name the same limit share its count. */
export interface Limit {
  name: string
  calls: number
  seconds: number
}

/** Window of time in which requests are counted. */
interface Window {
  endsAt: number
  used: number
}

/** Per limit. Beyond that, the windows that were not used for longest are forgotten. */
const MAX_WINDOWS = 10_000

/**
 * A timer of a sender, and the way here, are late and early by so much. A request that comes this long before its window ends
 * counts for the next one, so that a sender with exactly the allowed rate is never refused.
 */
const TOLERANCE_MS = 500

/**
 * Counts requests per limit and client in fixed windows of monotonic time: setting the wall clock changes none. No more than
 * the allowed requests count for a window.
 */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, LruMap<string, Window>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts a request, or what else `cost` is; returns the headers that describe the limit, none where there is no limit. Throws 429
   * beyond it.
   */
  count(limit: Limit | undefined, client: string, cost = 1): Record<string, string> {
    if (limit === undefined) return {}
    const { calls, seconds } = limit
    const now = this.#clock.elapsed()
    const window = this.#windowOf(limit, client, now)
    if (window.used >= calls && window.endsAt - now <= TOLERANCE_MS) {
      window.endsAt += seconds * 1000
      window.used = 0
    }
    window.used += cost
    // what comes next would begin the next window already, so that is what is left
    const isOver = window.used === calls && window.endsAt - now <= TOLERANCE_MS
    const endsAt = isOver ? window.endsAt + seconds * 1000 : window.endsAt
    const reset = String(Math.ceil((endsAt - now) / 1000))
    const headers = {
      'ratelimit-policy': `${calls};w=${seconds}`,
      'ratelimit-limit': String(calls),
      'ratelimit-remaining': String(isOver ? calls : Math.max(0, calls - window.used)),
      'ratelimit-reset': reset,
    }
    if (window.used > calls) throw new TooManyRequests({ ...headers, 'retry-after': reset })
    return headers
  }

  /** Adds to a count what is known only afterwards: it is the next request that is beyond the limit then. */
  note(limit: Limit, client: string, cost: number): void {
    this.#windowOf(limit, client, this.#clock.elapsed()).used += cost
  }

  /** Takes one request off the count again: for limits that count failures alone. */
  refund({ name }: Limit, client: string): void {
    const window = this.#windows.get(name)?.get(client)
    if (window && window.used > 0) window.used--
  }

  #windowOf({ name, seconds }: Limit, client: string, now: number): Window {
    let ofLimit = this.#windows.get(name)
    if (!ofLimit) this.#windows.set(name, (ofLimit = new LruMap(MAX_WINDOWS)))
    const current = ofLimit.get(client)
    if (current && current.endsAt > now) return current
    const fresh = { endsAt: now + seconds * 1000, used: 0 }
    ofLimit.set(client, fresh)
    return fresh
  }
}

/** Sent as plain text, as limiters in front of the application do. */
export class TooManyRequests extends AppError {
  constructor(headers: Record<string, string>) {
    super('RateLimitError', 'Too many requests, please try again later.', { headers })
  }
}
