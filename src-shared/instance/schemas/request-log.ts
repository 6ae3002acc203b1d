import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** Kinds of caller. `unknown-token`: its credentials prove nobody; `unchecked`: refused before they were read. */
export const REQUEST_CALLERS = [
  'user',
  'admin-token',
  'backend-token',
  'frontend-token',
  'signal-token',
  'scim-token',
  'system',
  'anonymous',
  'unknown-token',
  'unchecked',
] as const
export type RequestCaller = (typeof REQUEST_CALLERS)[number]

/** Checks that can refuse a request, in the order in which they run. */
export const REFUSED_BY = [
  'origin',
  'sign-in',
  'token-kind',
  'rate-limit',
  'request',
  'permission',
  'maintenance',
  'rule',
  'not-found',
  'conflict',
  'service',
] as const
export type RefusedBy = (typeof REFUSED_BY)[number]

/** Groups of statuses to filter by; `open`: a stream that has not ended. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'open'] as const

/** A request to a port, with its answer. Secrets are masked. */
export const LoggedRequest = z
  .object({
    id: z.int(),
    at: Instant,
    method: z.string(),
    /** With the query. */
    path: z.string(),
    /** null: no operation has this method and path. */
    operationId: z.string().nullable(),
    caller: z.enum(REQUEST_CALLERS),
    /** Name of the user or the token. */
    callerName: z.string().nullable(),
    ip: z.string(),
    userAgent: z.string().nullable(),
    sdk: z.string().nullable(),
    appName: z.string().nullable(),
    /** Our port; null: the service called itself, for the workbench of signals. */
    port: z.int().nullable(),
    /** Version of the contract on that port. */
    contract: z.string(),
    /** null: a stream that has not ended. */
    status: z.int().nullable(),
    durationMs: z.number().nullable(),
    requestBytes: z.int(),
    /** null: not known, as for a stream that has not ended. */
    responseBytes: z.int().nullable(),
    project: z.string().nullable(),
    environment: z.string().nullable(),
    refusedBy: z.enum(REFUSED_BY).nullable(),
    /** Message of the refusal. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'loggedRequestSchema' })
export type LoggedRequest = z.output<typeof LoggedRequest>

/** State of the request log itself. */
export const RequestLogState = z
  .object({
    enabled: z.boolean(),
    /** Bodies are recorded until then; null: they are not. */
    recordsBodiesUntil: Instant.nullable(),
    /** Requests in memory, and the most there can be. */
    kept: z.int(),
    capacity: z.int(),
  })
  .meta({ id: 'requestLogStateSchema' })
export type RequestLogState = z.output<typeof RequestLogState>

export const RequestLogPage = RequestLogState.extend({
  requests: z.array(LoggedRequest),
  total: z.int(),
  /** Newest request: ask `until` it for pages of the same list. */
  newest: z.int(),
  /** Operations and callers of the requests in memory, to filter by. */
  operations: z.array(z.string()),
  callers: z.array(z.string()),
}).meta({ id: 'requestLogSchema' })

/** Reasons for which a body is not there. */
export const BODY_STATES = ['recorded', 'empty', 'not-recorded', 'too-large', 'not-json', 'withheld'] as const

export const RecordedBody = z
  .object({
    state: z.enum(BODY_STATES),
    /** With secrets masked. */
    value: z.unknown(),
    isMasked: z.boolean(),
  })
  .meta({ id: 'recordedBodySchema' })
export type RecordedBody = z.output<typeof RecordedBody>

/** Reasons for which a request was let in or refused. */
export const RequestDecision = z
  .object({
    /** Permissions that the operation asks for, any one of which is enough; empty: none. */
    asked: z.array(z.string()),
    refusedBy: z.enum(REFUSED_BY).nullable(),
    /** The decision as sentences: what was checked, why it ended so, what helps. */
    explanation: z.array(z.string()),
  })
  .meta({ id: 'requestDecisionSchema' })
export type RequestDecision = z.output<typeof RequestDecision>

/** Call by which the window can send the request again, as the user who looks at it. */
export const RequestReplay = z
  .object({
    /** `none`: it cannot be replayed, for the reason. */
    kind: z.enum(['read', 'write', 'none']),
    reason: z.string().nullable(),
    params: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    body: z.unknown(),
  })
  .meta({ id: 'requestReplaySchema' })
export type RequestReplay = z.output<typeof RequestReplay>

export const LoggedRequestDetails = LoggedRequest.extend({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  requestBody: RecordedBody,
  responseBody: RecordedBody,
  decision: RequestDecision,
  replay: RequestReplay,
}).meta({ id: 'loggedRequestDetailsSchema' })
export type LoggedRequestDetails = z.output<typeof LoggedRequestDetails>
