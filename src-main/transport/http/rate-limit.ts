import type { Limits } from '#kernel/limits.ts'

/** The number of requests of an operation that a client has in each minute, or in each second. */
export interface RateLimits {
  perMinute: Readonly<Record<string, number>>
  perSecond?: Readonly<Record<string, number>>
  /** Shared by several operations in each minute, from version 8.2 on. */
  shared?: Readonly<Partial<Record<SharedLimit, number>>>
}

/** The features that SDKs get and what else they call, the search of flags, calls with a personal access token. */
export type SharedLimit = 'sdk' | 'search' | 'account-token'

/** Limits that are not configurable, and rates shared by operations (docs/contract/limits.md#rates). */
const FIXED_RATE_LIMITS: RateLimits = {
  perMinute: {
    // not specified in the sources; limited, because anybody with a link may call it and it hashes a password
    addPublicSignupTokenUser: 20,
    // each request contacts the provider
    beginOidcSignIn: 30,
    finishOidcSignIn: 30,
    // each request checks a signature; users behind one address share the limit
    beginSamlSignIn: 120,
    receiveSamlAnswer: 120,
    finishSamlSignIn: 120,
    endSamlSession: 120,
    endSamlSessionByForm: 120,
  },
  // docs/contract/versions.md#sdk-rates, and the answers recorded with 8.2
  shared: { sdk: 20_000, search: 15, 'account-token': 20_000 },
}

/** The limits as configured. */
export const rateLimitsOf = (limits: Limits): RateLimits => ({
  ...FIXED_RATE_LIMITS,
  perMinute: {
    ...FIXED_RATE_LIMITS.perMinute,
    login: limits.loginsPerMinute,
    sendResetPasswordEmail: limits.passwordResetsPerMinute,
    createUser: limits.createdUsersPerMinute,
    registerClientApplication: limits.clientRegistrationsPerMinute,
    registerClientMetrics: limits.clientMetricsPerMinute,
    registerFrontendClient: limits.frontendRegistrationsPerMinute,
    registerFrontendMetrics: limits.frontendMetricsPerMinute,
    receiveSpans: limits.clientMetricsPerMinute,
    receiveLogRecords: limits.clientMetricsPerMinute,
  },
  perSecond: { callSignalEndpoint: limits.signalsPerSecond },
})
