import type { Limits } from '../../kernel/limits.ts'

/** The number of requests of an operation that a client has in each minute, or in each second. */
export interface RateLimits {
  perMinute: Readonly<Record<string, number>>
  perSecond?: Readonly<Record<string, number>>
  /** Shared by several operations in each minute, from version 8.2 on. */
  shared?: Readonly<Partial<Record<SharedLimit, number>>>
}

/** The features that SDKs get and what else they call, the search of flags, calls with a personal access token. */
export type SharedLimit = 'sdk' | 'search' | 'account-token'

/** Per operation, as the original (docs/contract/limits.md#rates). */
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
  // docs/contract/versions.md#sdk-rates, and what the answers of 8.2 say of them
  shared: { sdk: 20_000, search: 15, 'account-token': 20_000 },
}

/** The limits as configured. */
export const rateLimitsOf = ({ signalsPerSecond }: Pick<Limits, 'signalsPerSecond'>): RateLimits => ({
  ...DEFAULT_RATE_LIMITS,
  perSecond: { callSignalEndpoint: signalsPerSecond },
})
