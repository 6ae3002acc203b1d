import type { AppError } from '../../../kernel/app-error.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { RawRequest } from '../../../kernel/parse-request.ts'
import type { Reply } from '../bind.ts'
import type { JsonRecord } from './json-record.ts'

/**
 * What operations take and answer otherwise under some versions of the contract than under today's: the use case knows
 * nothing of it (ADR 0019).
 */
export interface Adaptation {
  readonly operations: readonly string[]
  /** The versions that it is for, such as `<7.0.0`. */
  readonly versions: string
  /** What a request of that version says of its caller. May refuse the request. */
  readonly caller?: (caller: Caller, raw: RawRequest) => Caller
  /** Makes of a request of that version one of today. What is not of the expected shape is left as it is. */
  readonly request?: (raw: RawRequest) => RawRequest
  /** Makes of today's answer one of that version. */
  readonly answer?: (reply: Reply, call: AdaptedCall) => Reply
  /** Whether the answers still have the shape of today: only what is in them differs. */
  readonly keepsShape?: boolean
  /** What that version answers where today's refuses; the refusal itself, or another, where it does so, too. */
  readonly refusal?: (refusal: AppError, call: AdaptedCall) => Reply | AppError
  /** Changes the schemas of an operation in the OpenAPI document of that version; may be done twice. */
  readonly describe?: (described: DescribedOperation) => void
}

/** A request as it came in, and what it calls. */
export interface AdaptedCall {
  readonly operationId: string
  readonly raw: RawRequest
  /** The version that the server answers as. */
  readonly contract: string
}

/** An operation as its OpenAPI document has it. */
export interface DescribedOperation {
  readonly operationId: string
  /** The version that the document is of. */
  readonly version: string
  readonly parameters: readonly JsonRecord[]
  /** The schema of the body of a request; undefined: it has none. */
  readonly body: JsonRecord | undefined
  /** The schemas of the bodies of successful answers. */
  readonly answers: readonly JsonRecord[]
  /** Follows a reference to a component; what is none is itself. */
  readonly resolve: (schema: JsonRecord) => JsonRecord
}
