import type { AppError } from '../../../kernel/app-error.ts'
import type { RawRequest } from '../../../kernel/parse-request.ts'
import type { Reply } from '../bind.ts'

/**
 * What operations take and answer otherwise under some versions of the contract than under today's: the use case knows
 * nothing of it (ADR 0019).
 */
export interface Adaptation {
  readonly operations: readonly string[]
  /** The versions that it is for, such as `<7.0.0`. */
  readonly versions: string
  /** Makes of a request of that version one of today. What is not of the expected shape is left as it is. */
  readonly request?: (raw: RawRequest) => RawRequest
  /** Makes of today's answer one of that version. */
  readonly answer?: (reply: Reply, raw: RawRequest) => Reply
  /** What that version answers where today's refuses; the refusal itself, or another, where it does so, too. */
  readonly refusal?: (refusal: AppError, raw: RawRequest) => Reply | AppError
}
