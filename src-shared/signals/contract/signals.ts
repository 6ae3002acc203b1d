import { z } from 'zod'

import { LISTED_OUTCOMES } from '../rules/index.ts'
import { integerParam, QueryInteger, SortOrder } from '../../schemas/scalars.ts'
import {
  FoundSignal,
  ProbeAnswer,
  ProbeSignalEndpoint,
  QueriedSignal,
  RefusedSignal,
  Signal,
  SignalDetails,
  SignalEndpointSignal,
  SignalUsage,
} from '../schemas/signal.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { SIGNAL_ENDPOINTS } from './signal-endpoints.ts'
import { HeadText, Line, PathPart, withMost } from '../../schemas/bounded.ts'

const tag = 'Signals'
const SIGNALS = '/api/admin/signals'
const SignalParams = z.object({ id: integerParam('id') })
const EndpointParams = z.object({ signalEndpointId: integerParam('signalEndpointId') })
const admin = { tag, access: needs('ADMIN'), plan: 'enterprise' } as const
const anybody = { tag, method: 'GET', access: audienceOnly, plan: 'enterprise' } as const
const lifecycle = { since: '5.11.0' }
const day = Line.regex(/^IS:\d{4}-\d{2}-\d{2}$/)
const Page = { offset: QueryInteger.optional(), limit: QueryInteger.optional() }

/** Path into a payload. Indices have no leading zeros, so that each value has one path. */
const PayloadPath = z
  .string()
  .min(1)
  .max(200)
  .refine((path) => !/\[0\d/.test(path), 'an index has no leading zero')

/** Node takes no more of a request. */
const MAX_HEADERS = 2_000

/** Payloads are any JSON: their limit in bytes bounds them, and how deep they nest. */
const ANY_PAYLOAD = { items: 1_000_000, keys: 1_000_000, text: 10_000_000, values: 1_000_000 }

export const callSignalEndpoint = operation({
  operationId: 'callSignalEndpoint',
  bounds: ANY_PAYLOAD,
  method: 'POST',
  path: '/api/signal-endpoint/:name',
  tag,
  summary: 'Receives a signal with any JSON payload, or none; it is stored before the response',
  audience: 'signal',
  access: audienceOnly,
  params: z.object({ name: PathPart }),
  // any header may have the id of the delivery
  headers: withMost(
    z.looseObject({
      'content-type': HeadText.optional(),
      'x-request-id': HeadText.optional(),
      traceparent: HeadText.optional(),
    }),
    MAX_HEADERS,
  ),
  body: z.unknown(),
  bodyIsOptional: true,
  responses: { 200: z.object({ signals: z.array(Signal) }).meta({ id: 'calledSignalEndpointSchema' }) },
  errors: [400, 401, 404, 413, 415, 429],
  plan: 'enterprise',
  lifecycle,
})

export const getSignalEndpointSignals = operation({
  ...admin,
  operationId: 'getSignalEndpointSignals',
  method: 'GET',
  path: `${SIGNAL_ENDPOINTS}/:signalEndpointId/signals`,
  summary: 'Lists the signals of an endpoint, newest first',
  params: EndpointParams,
  query: z.object(Page),
  responses: {
    200: z
      .object({ signalEndpointSignals: z.array(SignalEndpointSignal) })
      .meta({ id: 'signalEndpointSignalsSchema' }),
  },
  errors: [400, 404],
  lifecycle,
})

export const getSignals = operation({
  ...anybody,
  operationId: 'getSignals',
  path: SIGNALS,
  summary: 'Lists the signals of all endpoints, newest first',
  query: z.object({ from: day.optional(), to: day.optional(), ...Page }),
  responses: {
    200: z
      .object({ signals: z.array(QueriedSignal), total: z.int() })
      .meta({ id: 'signalQueryResponseSchema' }),
  },
  errors: [400],
  lifecycle,
})

export const searchSignals = operation({
  ...anybody,
  operationId: 'searchSignals',
  path: `${SIGNALS}/search`,
  summary:
    'Searches the signals, newest first unless asked otherwise; goes on from where the last answer ended',
  description:
    'A text is looked for in some thousand signals at a time: `next` is where to go on, also when none was found yet. A `value` is looked for at a `path` into the payloads, such as `labels.service` or `alerts[0].status`, in the order in which the signals came.',
  query: z.object({
    endpoint: QueryInteger.optional(),
    from: day.optional(),
    to: day.optional(),
    text: z.string().max(200).optional(),
    path: PayloadPath.optional(),
    value: z.string().max(200).optional(),
    outcome: z.enum(LISTED_OUTCOMES).optional(),
    after: Line.regex(/^(\d{4}-[\d:.TZ-]{1,30}_)?\d{1,15}$/).optional(),
    limit: QueryInteger.optional(),
    sortOrder: SortOrder.optional(),
  }),
  responses: {
    200: z
      .object({
        signals: z.array(FoundSignal),
        /** Number of signals of the endpoint and the days, whatever the text and the outcome. */
        total: z.int(),
        next: z.string().nullable(),
      })
      .meta({ id: 'foundSignalsSchema' }),
  },
  errors: [400],
  lifecycle,
})

export const getSignalUsage = operation({
  ...anybody,
  operationId: 'getSignalUsage',
  path: `${SIGNALS}/usage`,
  summary: 'Returns the usage of the signal limits and the number of waiting signals',
  responses: { 200: SignalUsage },
  lifecycle,
})

export const getRefusedSignals = operation({
  ...admin,
  operationId: 'getRefusedSignals',
  method: 'GET',
  path: `${SIGNALS}/refused`,
  summary: 'Lists the recently rejected requests to signal endpoints, with reasons',
  query: z.object({ endpoint: z.string().max(1000).optional() }),
  responses: {
    200: z.object({ refusedSignals: z.array(RefusedSignal) }).meta({ id: 'refusedSignalsSchema' }),
  },
  lifecycle,
})

export const getSignal = operation({
  ...anybody,
  operationId: 'getSignal',
  path: `${SIGNALS}/:id`,
  summary: 'Returns a signal and its request headers',
  params: SignalParams,
  responses: { 200: SignalDetails },
  errors: [400, 404],
  lifecycle,
})

export const replaySignal = operation({
  ...admin,
  operationId: 'replaySignal',
  method: 'POST',
  path: `${SIGNALS}/:id/replay`,
  summary: 'Replays a signal as a new one with the same payload',
  params: SignalParams,
  anyContentType: true,
  responses: { 201: Signal },
  location: ({ id }) => `signals/${id}`,
  errors: [400, 404, 409],
  lifecycle,
})

export const sendSignal = operation({
  ...admin,
  operationId: 'sendSignal',
  bounds: ANY_PAYLOAD,
  method: 'POST',
  path: `${SIGNAL_ENDPOINTS}/:signalEndpointId/signals`,
  summary: 'Sends a test signal to an endpoint as the caller, without a token',
  params: EndpointParams,
  body: z.object({ payload: z.unknown().optional() }).meta({ id: 'sendSignalSchema' }),
  responses: { 201: Signal },
  location: ({ id }) => `signals/${id}`,
  errors: [400, 404, 409],
  lifecycle,
})

export const probeSignalEndpoint = operation({
  ...admin,
  operationId: 'probeSignalEndpoint',
  method: 'POST',
  path: `${SIGNAL_ENDPOINTS}/:signalEndpointId/probe`,
  summary: 'Sends a signal over HTTP with a token, as its sender would, and returns the response',
  params: EndpointParams,
  body: ProbeSignalEndpoint,
  responses: { 200: ProbeAnswer },
  errors: [400, 404],
  lifecycle,
})
