import type { AppError } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { Reply } from '#kernel/route.ts'

/**
 * Difference in the requests and responses of operations between a version of the contract and today's. Use
 * cases do not know about it (ADR 0019).
 */
export interface Adaptation {
  readonly operations: readonly OperationId[]
  /** Versions that it applies to, such as `<7.0.0`. */
  readonly versions: string
  /** Adds what a request of that version says about its caller. May reject the request. */
  readonly caller?: (caller: Caller, raw: RawRequest) => Caller
  /** Converts a request of that version into today's. Data of an unexpected shape stays unchanged. */
  readonly request?: (raw: RawRequest) => RawRequest
  /** Converts today's response into that version's. */
  readonly answer?: (reply: Reply, call: AdaptedCall) => Reply
  /** True if the responses have today's shape and differ only in their values. */
  readonly keepsShape?: boolean
  /**
   * Converts today's error into that version's response. Returns the same error or another one if that
   * version answers with an error too.
   */
  readonly refusal?: (refusal: AppError, call: AdaptedCall) => Reply | AppError
  /** Changes the schemas of an operation in the OpenAPI document of that version. May run twice. */
  readonly describe?: (described: DescribedOperation) => void
}

/** Request as it came in, with its operation. */
export interface AdaptedCall {
  readonly operationId: string
  readonly raw: RawRequest
  /** Version of the contract that the server uses. */
  readonly contract: string
}

export type JsonRecord = Record<string, unknown>

/** Operation object of the OpenAPI document. */
export interface DescribedOperation {
  readonly operationId: string
  /** Version of the document. */
  readonly version: string
  readonly parameters: readonly JsonRecord[]
  /** The schema of the body of a request; undefined: it has none. */
  readonly body: JsonRecord | undefined
  /** The schemas of the bodies of successful answers. */
  readonly answers: readonly JsonRecord[]
  /** Resolves a reference to a component. Returns any other schema unchanged. */
  readonly resolve: (schema: JsonRecord) => JsonRecord
}
