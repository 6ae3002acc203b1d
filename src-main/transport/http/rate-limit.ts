import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Limits } from '../../kernel/limits.ts'

/** How many calls of an operation an address has in each minute, or in each second. */
export interface RateLimits {
  perMinute: Readonly<Record<string, number>>
  perSecond?: Readonly<Record<string, number>>
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

/** Counts calls per operation and address in fixed windows. */
export class RateLimiter {
  readonly #limits: RateLimits
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(limits: RateLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Counts a call; answers the headers that tell of the limit, none where there is no limit. Throws 429 beyond it. */
  count(operationId: string, address: string): Record<string, string> {
    const { perMinute, perSecond } = this.#limits
    const [limit, seconds] =
      perSecond?.[operationId] === undefined ? [perMinute[operationId], 60] : [perSecond[operationId], 1]
    if (limit === undefined) return {}
    const now = this.#clock.now().getTime()
    const window = this.#windowOf(`${operationId} ${address}`, now, seconds * 1000)
    window.used++
    const reset = String(Math.ceil((window.endsAt - now) / 1000))
    const headers = {
      'ratelimit-policy': `${limit};w=${seconds}`,
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - window.used)),
      'ratelimit-reset': reset,
    }
    if (window.used > limit) throw new TooManyRequests({ ...headers, 'retry-after': reset })
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
