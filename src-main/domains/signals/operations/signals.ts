import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { batched, mutation, preparedMutation, query, type QueryContext, served } from '#kernel/use-case.ts'
import { readStoredBytes } from '#store/prune-table.ts'
import * as contract from '#shared/signals/contract/signals.ts'
import { orderOf } from '#shared/signals/rules/index.ts'
import { firstOfDays } from '#shared/signals/rules/signal-days.ts'
import { admitSender, toHeaders } from '../signals/admit-sender.ts'
import type { SignalEndpointDirectory } from '../signal-endpoints/signal-endpoint-directory.ts'
import { findSignalEndpoint, readSignalEndpoints } from '../signal-endpoints/signal-endpoints.store.ts'
import { readDeliveriesOf } from '../signals/deliveries.store.ts'
import { readLateSignals } from '../signals/late-signals.store.ts'
import { insertAsCaller, requireOpenEndpoint } from '../signals/insert-as-caller.ts'
import type { RefusedSignals } from '../signals/refused-signals.ts'
import { dayOf, toCursor, toIdCursor, toNamedValue, toPage, toText } from '../signals/signal-query.ts'
import { noteAccepted, noteRefused, type SenderRequests } from '../signals/sender-requests.ts'
import { acceptedFacts } from '../signals/sender-checks.ts'
import type { SendInternally } from '../signals/signal-services.ts'
import type { SignalFeed } from '../signals/signal-updates.ts'
import { searchByValue } from '../signals/search-by-value.read-model.ts'
import { announce, type IncomingSignal, nameDelivery, receiveSignals } from '../signals/receive-signals.ts'
import { type StoredSignal, toListed, toSignal } from '../signals/signal.ts'
import {
  countSignals,
  readSignalDays,
  readSignals,
  readSignalSources,
  searchSignals as find,
} from '../signals/signals.read-model.ts'
import { findSignal, readSignalQueue, wasReceived } from '../signals/signals.store.ts'

/**
 * Receives a signal (docs/contract/signals.md#intake). Senders may be numerous: signals of the same moment
 * share a transaction. Each request is answered when its signal is on disk; one that repeats a delivery is answered with the signal
 * of the first (ADR 85).
 */
export const callSignalEndpoint = ({
  signalEndpoints,
  signalFeed,
  refusedSignals,
  senderRequests,
  now,
}: {
  signalEndpoints: SignalEndpointDirectory
  signalFeed: SignalFeed
  refusedSignals: RefusedSignals
  senderRequests: SenderRequests
  now: () => Date
}) =>
  served(
    batched(contract.callSignalEndpoint, {
      draft: ({ caller, now }, { params: { name }, body, headers }): IncomingSignal => {
        const endpoint = signalEndpoints.named(name)
        if (!endpoint) throw notFound(`There is no signal endpoint named ${name}`)
        if (!endpoint.enabled) throw notFound(`The signal endpoint ${name} is turned off`)
        const { actor } = caller
        if (actor.kind !== 'signal-token')
          throw new AppError('UnauthorizedError', 'A token of the signal endpoint is expected.')
        return {
          sourceId: endpoint.id,
          sourceTokenId: actor.tokenId,
          tokenName: actor.username,
          payload: body,
          headers: toHeaders(caller, headers),
          proof: actor.proof ?? 'token',
          createdAt: now.toISOString(),
          facts: acceptedFacts(actor, headers),
          order: orderOf(signalEndpoints.orderPlaceOf(endpoint.id), { headers, payload: body }, now),
          delivery: nameDelivery(actor, signalEndpoints.deliveryIdPlaceOf(endpoint.id), {
            headers,
            payload: body,
          }),
        }
      },
      writeAll: receiveSignals,
      conclude: (received) => {
        const signal = toSignal(announce(signalFeed, received))
        noteAccepted(senderRequests, received)
        return { signals: [signal] }
      },
    }),
    {
      admit: (identity, { name = '' }, sent) =>
        admitSender(signalEndpoints, identity, { name, now: now() }, sent),
      onRefused: (rejected) =>
        noteRefused({ signalEndpoints, refusedSignals, senderRequests, signalFeed }, rejected, now()),
    },
  )

/** The signals of an endpoint (docs/contract/signals.md#endpoints). */
export const getSignalEndpointSignals = query(
  contract.getSignalEndpointSignals,
  async ({ visible }, { params, query }) => {
    const endpoint = await findSignalEndpoint(visible, params.signalEndpointId)
    if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${params.signalEndpointId}`)
    const found = await readSignals(visible, { endpoint: endpoint.id }, toPage(query))
    return {
      signalEndpointSignals: found.map(toListed),
    }
  },
)

/** The signals of all endpoints, also of those that are gone (docs/contract/signals.md#endpoints). */
export const getSignals = query(contract.getSignals, async ({ visible }, { query }) => {
  const filter = { from: dayOf('from', query.from), to: dayOf('to', query.to) }
  const found = await readSignals(visible, filter, toPage(query))
  return {
    signals: found.map((one) => ({
      ...toListed(one),
      ...{ sourceName: one.sourceName, sourceDescription: one.sourceDescription },
    })),
    total: await countSignals(visible, filter),
  }
})

/** Searches signals, by a text or a value too. The cursor keeps its place while new signals come in. */
export const searchSignals = query(contract.searchSignals, async ({ visible }, { query }) => {
  const { endpoint, text, path, value, outcome, after, sortOrder: order = 'desc' } = query
  const filter = { endpoint, from: dayOf('from', query.from), to: dayOf('to', query.to) }
  const { limit } = toPage(query)
  const total = () => countSignals(visible, filter)
  const named = toNamedValue({ path, value, text })
  if (named) {
    const search = { named, outcome, after: toIdCursor(after), limit, order }
    const { signals, next } = await searchByValue(visible, filter, search)
    return { signals, total: await total(), next: next === null ? null : String(next) }
  }
  const search = { text: text ?? '', outcome, after: toCursor(after), limit, order }
  const { signals, next } = await find(visible, filter, search)
  return { signals, total: await total(), next: toText(next) }
})

/** Answers how much of the limits is used (docs/contract/limits.md#limits), and what waits for the actions. */
export const getSignalUsage = query(contract.getSignalUsage, async ({ visible, limits, now }) => ({
  endpoints: { used: (await readSignalEndpoints(visible)).length, limit: limits.signalEndpoints },
  tokensPerEndpoint: limits.signalTokensPerEndpoint,
  perSecond: limits.signalsPerSecond,
  payloadBytes: limits.signalPayloadBytes,
  stored: {
    used: await countSignals(visible, {}),
    limit: limits.signalsKept,
    days: limits.signalsKeptDays,
    bytes: await readStoredBytes(visible, 'signals'),
    megabytes: limits.signalMegabytesKept,
  },
  queue: await readSignalQueue(visible),
  bySource: await readSignalSources(visible),
  byDay: await readSignalDays(visible, firstOfDays(now).toISOString().slice(0, 10)),
}))

export const getRefusedSignals = ({ refusedSignals: log }: { refusedSignals: RefusedSignals }) =>
  query(contract.getRefusedSignals, async (_context, { query: { endpoint } }) => ({
    refusedSignals: log.list(endpoint),
  }))

/** The signal of an id; else 404, which says so when there was one: links to signals outlive them. */
async function requireSignal(
  { visible, limits }: Pick<QueryContext, 'visible' | 'limits'>,
  id: number,
): Promise<StoredSignal> {
  const signal = await findSignal(visible, id)
  if (signal) return signal
  if (!(await wasReceived(visible, id))) throw notFound(`Could not find the signal with id ${id}`)
  const most = limits.signalsKept.toLocaleString('en')
  const megabytes = limits.signalMegabytesKept.toLocaleString('en')
  throw notFound(
    `Signal ${id} has been deleted: signals are kept for ${limits.signalsKeptDays} days, and no more than ${most} of them or ${megabytes} MB.`,
  )
}

/** One signal. From where it came is for an Admin to see. */
export const getSignal = query(contract.getSignal, async (context, { params: { id } }) => {
  const { visible, may } = context
  const signal = await requireSignal(context, id)
  const endpoint = await findSignalEndpoint(visible, signal.sourceId)
  const delivery = (await readDeliveriesOf(visible, [signal.id])).get(signal.id) ?? null
  const { sourceTokenId: _token, sentByUserId: _sender, headers, outcome, ...shown } = signal
  return {
    ...shown,
    delivery,
    late: (await readLateSignals(visible, [signal.id])).get(signal.id) ?? null,
    outcome: outcome ?? 'none',
    sourceName: endpoint?.name ?? null,
    sourceDescription: endpoint?.description ?? null,
    headers: may({ anyOf: ['ADMIN'] }).allowed ? headers : null,
  }
})

/** Sends a stored signal again, as a new one: the actions see it as if it had come a second time. */
export const replaySignal = ({ signalFeed }: { signalFeed: SignalFeed }) =>
  mutation(contract.replaySignal, async (context, { params }) => {
    const original = await requireSignal(context, params.id)
    const endpoint = await requireOpenEndpoint(context, original.sourceId)
    const signal = await insertAsCaller(context, signalFeed, endpoint, {
      payload: original.payload,
      replayOf: original.id,
    })
    const { id, sourceId } = signal
    context.record({
      type: 'signal-replayed',
      data: { id, name: endpoint.name, signalEndpointId: sourceId, replayOf: original.id },
    })
    return signal
  })

/** Sends a signal without a token: it is marked as sent by the Admin who asked for it. */
export const sendSignal = ({ signalFeed }: { signalFeed: SignalFeed }) =>
  mutation(contract.sendSignal, async (context, { params: { signalEndpointId }, body: { payload } }) => {
    const endpoint = await requireOpenEndpoint(context, signalEndpointId)
    const size = Buffer.byteLength(JSON.stringify(payload ?? {}))
    if (size > context.limits.signalPayloadBytes)
      throw badData(
        `The payload has ${size} bytes; at most ${context.limits.signalPayloadBytes} are taken.`,
        '/body/payload',
      )
    const signal = await insertAsCaller(context, signalFeed, endpoint, {
      payload: payload ?? {},
      replayOf: null,
    })
    const { id, sourceId } = signal
    context.record({ type: 'signal-sent', data: { id, name: endpoint.name, signalEndpointId: sourceId } })
    return signal
  })

/** A header is one line of plain characters: another is no token, and no program could send it. */
const HEADER = /^[\x21-\x7e]*$/

/** Sends as a sender would, with the token one has at hand, and answers what the sender would have got. */
export const probeSignalEndpoint = ({ callOverHttp }: { callOverHttp: SendInternally }) =>
  preparedMutation(
    contract.probeSignalEndpoint,
    async ({ visible, caller }, { params: { signalEndpointId }, body: { token, body, contentType } }) => {
      const endpoint = await findSignalEndpoint(visible, signalEndpointId)
      if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${signalEndpointId}`)
      if (!HEADER.test(token)) throw badData('The token has characters that no token has.', '/body/token')
      if (contentType !== undefined && !HEADER.test(contentType.replaceAll(' ', '')))
        throw badData('The content type has characters that no header can have.', '/body/contentType')
      return callOverHttp({
        method: 'POST',
        path: `/api/signal-endpoint/${endpoint.name}`,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        body,
        ip: caller.ip ?? '127.0.0.1',
      })
    },
    async (_context, _request, answer) => answer,
  )
