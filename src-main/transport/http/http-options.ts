import type { OperationId } from '../../../src-shared/contract-engine/operation-id.ts'
import type { Runtime } from '../../kernel/execute.ts'
import type { NotedCall } from '../../kernel/noted-call.ts'
import type { RateLimiter } from '../../kernel/rate-limiter.ts'
import type { Identity } from './audience.ts'
import type { Binding } from './bind.ts'
import type { AllowedOrigins } from './cors.ts'
import type { GuardOptions } from './local-guard.ts'
import type { RateLimits } from './rate-limit.ts'

/** Time a connection may take to send a whole request, and the interval between checks. */
export interface Timeouts {
  requestMs: number
  checkMs: number
}

/** The parts of the HTTP server; put together in bootstrap. */
export interface HttpOptions extends GuardOptions {
  runtime: Runtime
  /** All that is bound; served is what the version has. */
  bindings: readonly Binding[]
  /** The version of the contract that the server answers as, in three numbers. */
  contract: string
  /** Finds the identity behind credentials: a token of the Authorization header, or the session cookie. */
  authenticate: (credentials: { token?: string; cookie?: string }) => Promise<Identity>
  /** The pages of the window, to be served to browsers; absent: none. */
  rendererDir?: string
  frontendOrigins: AllowedOrigins
  rateLimits: RateLimits
  /** Configured body limits by operation, in bytes. */
  bodyLimits?: Readonly<Partial<Record<OperationId, number>>>
  timeouts?: Timeouts
  /** Shared by all ports: one client gets one combined limit. */
  limiter: RateLimiter
  /** Told of every answered call, but of those who come with a token that is none. */
  noteCall?: (call: NotedCall) => void
  /** Told of every answer at all, once it is sent: the address that was asked for, and the status. */
  noteTraffic?: (url: string, status: number) => void
  /** Told of every answer of an operation: the tests' coverage, later the request log. */
  onAnswer?: (answer: { operationId: string; contract: string; status: number; body: unknown }) => void
}
