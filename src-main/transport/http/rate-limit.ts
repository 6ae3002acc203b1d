import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Limits } from '../../kernel/limits.ts'

/** How many calls of an operation an address has in each minute, or in each second. */
export interface RateLimits {
  perMinute: Readonly<Record<string, number>>
  perSecond?: Readonly<Record<string, number>>
  /** What several operations have together in each minute, from version 8.2 on. */
  shared?: Readonly<Partial<Record<SharedLimit, number>>>
}

/** The features that SDKs get and what else they call, the search of flags, calls with a personal access token. */
export type SharedLimit = 'sdk' | 'search' | 'account-token'

/** A limit as it is counted: operations that name the same share one. */
export interface Limit {
  name: string
  calls: number
  seconds: number
}

/** Per operation, as the original (semantics.md 13). */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  perMinute: {
    login: 10,
    createUser: 20,
    // silent in the sources; anybody with a link may call it, and it hashes a password
    addPublicSignupTokenUser: 20,
    sendResetPasswordEmail: 1,
    registerClientApplication: 6000,
    registerClientMetrics: 6000,
    registerFrontendClient: 6000,
    registerFrontendMetrics: 6000,
  },
  // semantics.md 12.2, "v8.2", and what the answers of 8.2 say of them
  shared: { sdk: 20_000, search: 15, 'account-token': 20_000 },
}

/** As configured. */
export const rateLimitsOf = ({ signalsPerSecond }: Pick<Limits, 'signalsPerSecond'>): RateLimits => ({
  ...DEFAULT_RATE_LIMITS,
  perSecond: { callSignalEndpoint: signalsPerSecond },
})

interface Window {
  endsAt: number
  used: number
}

const MAX_WINDOWS = 10_000

/** Counts calls per limit and address in fixed windows. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a call; answers the headers that tell of the limit, none where there is no limit. Throws 429 beyond it. */
  count(limit: Limit | undefined, address: string): Record<string, string> {
    if (limit === undefined) return {}
    const { name, calls, seconds } = limit
    const now = this.#clock.now().getTime()
    const window = this.#windowOf(`${name} ${address}`, now, seconds * 1000)
    window.used++
    const reset = String(Math.ceil((window.endsAt - now) / 1000))
    const headers = {
      'ratelimit-policy': `${calls};w=${seconds}`,
      'ratelimit-limit': String(calls),
      'ratelimit-remaining': String(Math.max(0, calls - window.used)),
      'ratelimit-reset': reset,
    }
    if (window.used > calls) throw new TooManyRequests({ ...headers, 'retry-after': reset })
    return headers
  }

  #windowOf(key: string, now: number, length: number): Window {
    const current = this.#windows.get(key)
    if (current && current.endsAt > now) return current
    if (this.#windows.size >= MAX_WINDOWS) {
      for (const [other, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(other)
    }
    const fresh = { endsAt: now + length, used: 0 }
    this.#windows.set(key, fresh)
    return fresh
  }
}

/** Answered as plain text, as limiters before the application do (semantics.md 0.2, "429 body"). */
export class TooManyRequests extends AppError {
  readonly headers: Record<string, string>

  constructor(headers: Record<string, string>) {
    super('RateLimitError', 'Too many requests, please try again later.')
    this.headers = headers
  }
}
