import type { Identity } from '#kernel/caller.ts'
import type { InRanges } from '#kernel/address-ranges.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { HttpExchange, RequestWatch } from '#kernel/request-watch.ts'
import type { RateLimiter } from '#runtime/rate-limiter.ts'
import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { Plan } from '#shared/instance/rules/plans.ts'
import type { Admission, MirrorPaths } from './edge-conventions.ts'
import type { Binding } from './bind.ts'
import type { AllowedOrigins } from './cors.ts'
import type { GuardOptions } from './local-guard.ts'
import type { MeasuredRequest, ScrapedMetrics } from './metrics-route.ts'
import type { RateLimits } from './rate-limit.ts'

/** Time a connection may take to send a whole request, and the interval between checks. */
export interface Timeouts {
  requestMs: number
  checkMs: number
}

/** Tokens and age of what a mirror follows. */
export interface MirrorPart {
  /** Asks the upstream for a token that is not known here, so that it may be known afterwards. */
  learn: (token: string) => Promise<void>
  /** Counts the seconds since the upstream answered for an environment. */
  ageOf: (environment?: string) => number | undefined
}

/** The parts of the HTTP server; put together in app. */
export interface HttpOptions extends GuardOptions {
  runtime: Runtime
  /** All bound operations. Only those of the version are served. */
  bindings: readonly Binding[]
  /** Version of the contract that the server uses, in three numbers. */
  contract: string
  /** Plan of which operations are served; absent: all. */
  plan?: Plan
  /** Finds the identity behind credentials: a token of the Authorization header, or the session cookie. */
  authenticate: (credentials: { token?: string; cookie?: string }) => Promise<Identity>
  /** Folder of the pages for browsers. Absent: no pages are served. */
  rendererDir?: string
  /** Path before all others, such as `/flags`; empty: none. */
  basePath?: string
  metrics: ScrapedMetrics
  /** Part of a mirror in requests of SDKs. Absent: this instance is none. */
  mirror?: MirrorPart | undefined
  /** Refuses the Admin API where the port is told to require a licence key and has none. */
  requireLicence: () => Promise<void>
  /** Tells whether an address is one of a proxy whose headers say who the client is. */
  isTrustedProxy: InRanges
  /** Clients that are answered. */
  admission: Admission
  /** Header of tokens, in small letters; absent: Authorization alone. */
  authHeader?: string
  /** Present in a mirror: further paths, which those who ran Unleash Edge know. */
  mirrorPaths?: MirrorPaths
  frontendOrigins: AllowedOrigins
  rateLimits: RateLimits
  /** Configured body limits by operation, in bytes. */
  bodyLimits?: Readonly<Partial<Record<OperationId, number>>>
  timeouts?: Timeouts
  /** Shared by all ports: one client gets one combined limit. */
  limiter: RateLimiter
  /** Called after each response, except for requests with an unknown token. */
  noteCall?: (call: HttpExchange) => void
  /** Called after each response without exception, with the requested URL and the status. */
  noteTraffic?: (url: string, status: number) => void
  /** Called after each response with the time that it took. */
  noteMeasured?: ((request: MeasuredRequest) => void) | undefined
  /** Log of all requests, on all ports. */
  requestWatch?: RequestWatch
  /** Called after each response of an operation, for the coverage of the tests. */
  onAnswer?: (answer: {
    operationId: string
    contract: string
    status: number
    body: unknown
    /** A body that was encoded already. */
    bytes?: Buffer
  }) => void
}

/** Options that match paths to routes: in any letter case, with doubled and trailing slashes (recorded exchanges routing/*). */
export const ROUTER_OPTIONS = {
  caseSensitive: false,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  maxParamLength: 1000,
} as const
