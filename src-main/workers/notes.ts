import type { EndOfStream } from '#kernel/request-watch.ts'
import type { SdkNames } from '#domains/clients/propagation/sdk-revisions.ts'
import type { RequestFacts } from '#domains/clients/evaluation-log/evaluation-log.ts'
import type { SeenCall } from '#domains/clients/seen-contexts/seen-contexts.ts'
import type { SdkRevision } from '#shared/clients/schemas/propagation.ts'
import type { ErrorDetail, ErrorName } from '#shared/errors/error-table.ts'

/** Answers of a worker, by address and status. */
export interface AnswerCount {
  path: string
  status: number
  count: number
}

/** Durations of requests to one route, for Prometheus. */
export interface MeasuredAnswers {
  method: string
  route: string
  status: number
  ms: number[]
}

/** Requests of one program to one operation, with all that tells them apart. */
export interface CallCount {
  token: string
  operationId: string
  method: string
  path: string
  status: number
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body?: { context: { environment: string } }
  count: number
}

/** Request for the request log. */
export interface LoggedAnswer {
  /** Hash of its token; absent: it was refused before that was read. */
  token?: string
  operationId?: string
  method: string
  url: string
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string
  port?: number
  /** Absent: a stream that begins. */
  status?: number
  ms?: number
  bytes?: number
  refusal?: { name: ErrorName; message: string; details: readonly ErrorDetail[]; retryAfter?: string }
}

/** Evaluation for the log of evaluations. What it was made from, the main process has. */
export type LoggedEvaluation = Omit<RequestFacts, 'at' | 'answered'> & {
  at: number
  count: number
  /** True if the answer came from a configuration that explains it. */
  isExplained: boolean
}

export type NotedContext = Omit<SeenCall, 'at'> & { at: number; count: number }

/** Revision that an SDK of a server has, and how it got it. */
export interface NotedRevision {
  token: string
  way: SdkRevision['way']
  names: SdkNames
  environment: string
  projects: readonly string[]
  revision: number
  at: number
}

/** Evaluations of a single flag by OpenFeature's protocol, with the same result. */
export interface NotedUse {
  token: string
  flag: string
  enabled: boolean
  /** Absent: the flag has none that is on. */
  variant?: string
  appName?: string
  /** Audiences of the request, as overrides name them. */
  audiences: readonly string[]
  at: number
  count: number
}

/** End of the stream of an SDK that had a revision. */
export type EndedStream = Pick<NotedRevision, 'token' | 'names' | 'environment'>

/** Outcome of a stream for the request log. */
export type StreamOutcome = Parameters<EndOfStream>[0]

/** Notes of the requests that a worker answered since the last ones, for the main process to keep. */
export interface WorkerNotes {
  answers: readonly AnswerCount[]
  measured: readonly MeasuredAnswers[]
  calls: readonly CallCount[]
  requests: readonly LoggedAnswer[]
  evaluations: readonly LoggedEvaluation[]
  contexts: readonly NotedContext[]
  /** Environments of which contexts were left out, with the last time. */
  contextGaps: readonly { environment: string; at: number }[]
  revisions: readonly NotedRevision[]
  uses: readonly NotedUse[]
}
