import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** Requests of an endpoint that are kept with their checks. */
export const MAX_SENDER_REQUESTS = 20

/** Checks of a request, in the order in which they are listed. */
export const SENDER_CHECKS = [
  'size',
  'token',
  'signature',
  'time',
  'rate',
  'body',
  'endpoint',
  'delivery-id',
] as const
export type SenderCheckName = (typeof SENDER_CHECKS)[number]

/** `unused`: the sender does not use it. `unchecked`: the request was refused before. */
export const CHECK_RESULTS = ['passed', 'failed', 'unused', 'unchecked'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

export const SenderCheck = z
  .object({
    check: z.enum(SENDER_CHECKS),
    result: z.enum(CHECK_RESULTS),
    /** Header or path into the payload that was looked at. null: none. */
    at: z.string().nullable(),
    /** Finding, beside what was expected. No secret is in it. */
    message: z.string(),
    /** Change at the sender, or here, that makes it pass. null: none is needed. */
    advice: z.string().nullable(),
  })
  .meta({ id: 'senderCheckSchema' })
export type SenderCheck = z.output<typeof SenderCheck>

/** Request to a signal endpoint, accepted or refused, with its checks. */
export const SenderRequest = z
  .object({
    /** Number of the request, from the start of the service on. */
    id: z.int(),
    receivedAt: Instant,
    status: z.int(),
    /** Signal that it was stored as, or that it repeats; null: it was refused. */
    signalId: z.int().nullable(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    checks: z.array(SenderCheck),
  })
  .meta({ id: 'senderRequestSchema' })
export type SenderRequest = z.output<typeof SenderRequest>

/** Result of a request: stored, a repetition, or the first check that refused it. */
export const REQUEST_OUTCOMES = ['stored', 'repeated', ...SENDER_CHECKS, 'other'] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]

export const SenderRequests = z
  .object({
    /** Number of requests since the start of the service, of each outcome that came. */
    counts: z.array(z.object({ outcome: z.enum(REQUEST_OUTCOMES), requests: z.int() })),
    /** Newest first, since the start of the service. */
    requests: z.array(SenderRequest),
  })
  .meta({ id: 'senderRequestsSchema' })
