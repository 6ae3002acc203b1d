import {
  getRefusedSignals as refused,
  getSignal as one,
  getSignalEndpointSignals as ofEndpoint,
  getSignals as all,
  getSignalUsage as usage,
  searchSignals as search,
} from '../../../../../src-shared/contract/signals.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { query } from '../../../../kernel/use-case.ts'
import {
  findSignalEndpoint,
  readSignalEndpoints,
} from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { dayOf, toCursor, toPage, toText } from '../../records/signals/asked-signals.ts'
import type { RefusedSignals } from '../../records/signals/refused-signals.ts'
import { requireSignal } from '../../records/signals/require-signal.ts'
import {
  countSignals,
  readSignals,
  readSignalSources,
  searchSignals as find,
} from '../../records/signals/signals.read-model.ts'
import { readSignalQueue } from '../../records/signals/signals.store.ts'

/** The signals of an endpoint (docs/contract/signals.md#endpoints). */
export const getSignalEndpointSignals = query(ofEndpoint, async ({ queries }, { params, query }) => {
  const endpoint = await findSignalEndpoint(queries, params.signalEndpointId)
  if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${params.signalEndpointId}`)
  const found = await readSignals(queries, { endpoint: endpoint.id }, toPage(query))
  return {
    signalEndpointSignals: found.map(({ id, source, sourceId, createdAt, payload, tokenName }) => ({
      id,
      source,
      sourceId,
      createdAt,
      payload,
      tokenName,
    })),
  }
})

/** The signals of all endpoints, also of those that are gone (docs/contract/signals.md#endpoints). */
export const getSignals = query(all, async ({ queries }, { query }) => {
  const filter = { from: dayOf('from', query.from), to: dayOf('to', query.to) }
  const found = await readSignals(queries, filter, toPage(query))
  return {
    signals: found.map(
      ({ replayOf: _replay, sentBy: _sentBy, processed: _processed, outcome: _outcome, ...signal }) => signal,
    ),
    total: await countSignals(queries, filter),
  }
})

/** What the window lists: with a text, and going on from where one is, whatever comes in meanwhile. */
export const searchSignals = query(search, async ({ queries }, { query }) => {
  const { endpoint, text = '', outcome, after, sortOrder: order = 'desc' } = query
  const filter = { endpoint, from: dayOf('from', query.from), to: dayOf('to', query.to) }
  const { limit } = toPage(query)
  const search = { text, outcome, after: toCursor(after), limit, order }
  const { signals, next } = await find(queries, filter, search)
  return { signals, total: await countSignals(queries, filter), next: toText(next) }
})

/** One signal. From where it came is for an Admin to see. */
export const getSignal = query(one, async (context, { params: { id } }) => {
  const { queries, may } = context
  const signal = await requireSignal(context, id)
  const endpoint = await findSignalEndpoint(queries, signal.sourceId)
  const { sourceTokenId: _token, sentByUserId: _sender, headers, outcome, ...shown } = signal
  return {
    ...shown,
    outcome: outcome ?? 'none',
    sourceName: endpoint?.name ?? null,
    sourceDescription: endpoint?.description ?? null,
    headers: may({ anyOf: ['ADMIN'] }).allowed ? headers : null,
  }
})

export const getRefusedSignals = (log: RefusedSignals) =>
  query(refused, async (_context, { query: { endpoint } }) => ({ refusedSignals: log.list(endpoint) }))

/** Answers how much of the limits is used (docs/contract/limits.md#limits), and what waits for the actions. */
export const getSignalUsage = query(usage, async ({ queries, limits }) => ({
  endpoints: { used: (await readSignalEndpoints(queries)).length, limit: limits.signalEndpoints },
  tokensPerEndpoint: limits.signalTokensPerEndpoint,
  perSecond: limits.signalsPerSecond,
  payloadBytes: limits.signalPayloadBytes,
  stored: {
    used: await countSignals(queries, {}),
    limit: limits.signalsKept,
    days: limits.signalsKeptDays,
  },
  queue: await readSignalQueue(queries),
  bySource: await readSignalSources(queries),
}))
