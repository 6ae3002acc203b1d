import { z } from 'zod'

import { LISTED_OUTCOMES } from '../rules/outcome.ts'
import { Instant } from '../../schemas/scalars.ts'
import { Content } from '../../schemas/bounded.ts'

const source = z.literal('signal-endpoint')
/** Whatever JSON was sent: an object, a list, a scalar. */
const payload = z.unknown()

/** A signal as its sender is answered (docs/contract/signals.md#records). */
export const Signal = z
  .object({
    id: z.int(),
    source,
    /** The endpoint. */
    sourceId: z.int(),
    createdAt: Instant,
    /** null: sent from the window. */
    createdBySourceTokenId: z.int().nullable(),
    payload,
  })
  .meta({ id: 'signalSchema' })
export type Signal = z.output<typeof Signal>

/** A signal in the list of its endpoint. */
export const SignalEndpointSignal = z
  .object({
    id: z.int(),
    source,
    sourceId: z.int(),
    createdAt: Instant,
    payload,
    tokenName: z.string().nullable(),
  })
  .meta({ id: 'signalEndpointSignalSchema' })

/** A signal in the list over all endpoints: null where its endpoint is gone. */
export const QueriedSignal = SignalEndpointSignal.extend({
  sourceName: z.string().nullable(),
  sourceDescription: z.string().nullable(),
}).meta({ id: 'signalQuerySignalSchema' })

/** Proof of the sender of a signal: a token, a signature of the body, or one of Standard Webhooks. */
export const SIGNAL_PROOFS = ['token', 'signature', 'standard-webhooks'] as const
export type SignalProof = (typeof SIGNAL_PROOFS)[number]

/** Origin and processing of a signal. */
const Origin = {
  /** The signal that this one repeats. */
  replayOf: z.int().nullable(),
  /** User who sent it from the window. null: it came from outside. */
  sentBy: z.string().nullable(),
  /** True once the actions have processed the signal. */
  processed: z.boolean(),
  /** Outcome of its actions; `none`: no action set matched. */
  outcome: z.enum(LISTED_OUTCOMES),
}

/** A delivery that its sender named, and how often it came. */
const Delivery = {
  /** null: the sender gave it no id, or the id is no longer kept. */
  delivery: z.object({ id: z.string(), times: z.int(), lastAt: Instant }).nullable(),
}

/** Mark of a signal that came after a newer one of its sender. */
const Lateness = {
  /** Its time or number, and the newest that came before, in milliseconds where they are times. null: it is not late. */
  late: z.object({ order: z.number(), newest: z.number() }).nullable(),
}

export const FoundSignal = QueriedSignal.extend({ ...Origin, ...Delivery, ...Lateness }).meta({
  id: 'foundSignalSchema',
})
export type FoundSignal = z.output<typeof FoundSignal>

/** Headers that describe the sender, without credentials. */
export const SignalHeaders = z
  .object({
    ip: z.string().optional(),
    userAgent: z.string().optional(),
    contentType: z.string().optional(),
    requestId: z.string().optional(),
    traceparent: z.string().optional(),
  })
  .meta({ id: 'signalHeadersSchema' })
export type SignalHeaders = z.output<typeof SignalHeaders>

export const SignalDetails = FoundSignal.extend({
  /** null: a person sent it from the window, or a former version stored it. */
  proof: z.enum(SIGNAL_PROOFS).nullable(),
  /** null: the caller may not see who sends from where. */
  headers: SignalHeaders.nullable(),
}).meta({ id: 'signalDetailsSchema' })
export type SignalDetails = z.output<typeof SignalDetails>

export const TOKEN_KINDS = [
  'none',
  'unknown',
  'client',
  'frontend',
  'admin',
  'personal',
  'session',
  'signal',
] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** Requests rejected for the same reason within an hour. */
export const RefusedSignal = z
  .object({
    id: z.int(),
    /** Endpoint name as requested. The endpoint may not exist. */
    endpointName: z.string(),
    status: z.int(),
    reason: z.string(),
    tokenKind: z.enum(TOKEN_KINDS),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    times: z.int(),
    firstAt: Instant,
    lastAt: Instant,
  })
  .meta({ id: 'refusedSignalSchema' })
export type RefusedSignal = z.output<typeof RefusedSignal>

/** Usage of signals, with the limits. */
export const SignalUsage = z
  .object({
    endpoints: z.object({ used: z.int(), limit: z.int() }),
    tokensPerEndpoint: z.int(),
    perSecond: z.int(),
    payloadBytes: z.int(),
    /** `bytes`: of payloads and headers; `megabytes`: as many of them are kept. */
    stored: z.object({ used: z.int(), limit: z.int(), days: z.int(), bytes: z.int(), megabytes: z.int() }),
    /** Signals that the actions have not processed yet. */
    queue: z.object({ waiting: z.int(), oldestAt: Instant.nullable() }),
    /** By endpoint: how many signals are kept of it, and when the last one came. */
    bySource: z.array(z.object({ sourceId: z.int(), signals: z.int(), lastAt: Instant.nullable() })),
    /** Signals of the last 30 days that are kept, by day (UTC) and endpoint; without days that have none. */
    byDay: z.array(z.object({ day: z.iso.date(), sourceId: z.int(), signals: z.int() })),
  })
  .meta({ id: 'signalUsageSchema' })
export type SignalUsage = z.output<typeof SignalUsage>

/** Request to an endpoint, as an outside sender would send it. */
export const ProbeSignalEndpoint = z
  .object({
    /** The secret of a token. */
    token: z.string().max(200),
    /** Body to send unchanged, valid or not. */
    body: Content,
    contentType: z.string().max(100).optional(),
  })
  .meta({ id: 'probeSignalEndpointSchema' })

export const ProbeAnswer = z
  .object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() })
  .meta({ id: 'probeAnswerSchema' })
export type ProbeAnswer = z.output<typeof ProbeAnswer>
