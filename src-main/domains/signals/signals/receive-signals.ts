import { createHash } from 'node:crypto'

import type { Actor } from '#kernel/caller.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import { deliveryIdOf, type DeliveryIdPlace } from '#shared/signals/rules/index.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import {
  countRepetitions,
  insertDeliveries,
  keyOf,
  readDeliveries,
  type DeliveryKey,
} from './deliveries.store.ts'
import type { SignalFeed } from './signal-updates.ts'
import type { AcceptedFacts, AnsweredSignal, NewSignal, StoredSignal } from './signal.ts'
import { markLateSignals, type OrderedSignal } from './late-signals.store.ts'
import { insertSignals } from './signals.store.ts'

/** A delivery as its sender named it. */
export interface NamedDelivery extends DeliveryKey {
  /** Digest of the payload: the same delivery has the same. */
  digest: string
  /** Place of the id in the request. */
  at: string
}

/** A signal as a sender sends it; without a delivery, it is never a repetition. */
export type IncomingSignal = NewSignal & {
  delivery?: NamedDelivery | undefined
  /** Facts of its request, for the checks of its sender. */
  facts?: AcceptedFacts
  /** Time or number that its sender gave it. */
  order?: number | undefined
}

/** Result of a request: its signal is new, was received before, or contradicts one that was received with the same id. */
export interface ReceivedSignal {
  kind: 'new' | 'repeated' | 'other'
  /** As it is stored: of a repetition, that of the first request. */
  signal: AnsweredSignal
  /** Place of the id in the request; undefined: it has none. */
  at: string | undefined
  incoming: IncomingSignal
}

/** Ids that each engine stores as they are, and a person can read. Others are known by their digest. */
const PLAIN_ID = /^[\x20-\x7e]{1,200}$/

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Finds the name of a delivery. What its sender signed counts ahead of the place that the endpoint names: nobody else can change it. */
export function nameDelivery(
  { tokenId, signedId }: Extract<Actor, { kind: 'signal-token' }>,
  place: DeliveryIdPlace,
  request: { headers: Readonly<Record<string, unknown>>; payload: unknown },
): NamedDelivery | undefined {
  const named =
    signedId === undefined ? deliveryIdOf(place, request) : { id: signedId, at: '/headers/webhook-id' }
  if (!named) return undefined
  const { id, at } = named
  return {
    tokenId,
    deliveryId: PLAIN_ID.test(id) ? id : `sha256:${digestOf(id)}`,
    digest: digestOf(toJson(request.payload)),
    at,
  }
}

/** First request of a delivery, of this batch or an earlier one. */
interface First {
  signal: IncomingSignal
  digest: string
  /** Undefined until it is stored. */
  stored?: Pick<StoredSignal, 'id' | 'createdAt'>
  /** Row of an earlier batch. */
  row?: number
  /** Requests of this batch that repeat it. */
  repetitions: number
}

/** Stores signals in their order, each delivery once, also where several requests of a batch bring it. */
export async function receiveSignals(
  queries: Queries,
  incoming: readonly IncomingSignal[],
): Promise<ReceivedSignal[]> {
  const named = incoming.filter((signal) => signal.delivery !== undefined)
  const firsts = await readFirsts(queries, named)
  const plans = incoming.map((signal) => ({ signal, ...planFor(signal, firsts) }))
  const fresh = plans.filter(({ kind }) => kind === 'new')
  const stored = await insertSignals(
    queries,
    fresh.map(({ signal }) => signal),
  )
  await markLateSignals(
    queries,
    fresh.flatMap(({ signal }, index) => toOrdered(signal, stored[index]) ?? []),
  )
  const idOf = new Map(stored.map((one, index) => [fresh[index]?.signal, one]))
  for (const first of firsts.values()) first.stored ??= idOf.get(first.signal)
  if (named.length > 0) await noteDeliveries(queries, [...firsts.values()])
  return plans.map(({ signal, kind, first }) => ({
    kind,
    signal: toAnswered(signal, kind === 'new' ? idOf.get(signal) : first?.stored),
    at: signal.delivery?.at,
    incoming: signal,
  }))
}

function toOrdered(
  { order, sourceTokenId, sourceId, createdAt }: IncomingSignal,
  stored: StoredSignal | undefined,
): OrderedSignal | undefined {
  if (order === undefined || !stored || typeof sourceTokenId !== 'number') return undefined
  return { id: stored.id, tokenId: sourceTokenId, sourceId, order, createdAt }
}

async function readFirsts(queries: Queries, named: readonly IncomingSignal[]): Promise<Map<string, First>> {
  if (named.length === 0) return new Map()
  const keys = named.flatMap(({ delivery }) => delivery ?? [])
  const known = await readDeliveries(queries, keys)
  return new Map(
    named.flatMap((signal): [string, First][] => {
      const key = signal.delivery && keyOf(signal.delivery)
      const found = key === undefined ? undefined : known.get(key)
      if (key === undefined || !found) return []
      const { id: row, signalId: id, firstAt: createdAt, digest } = found
      return [[key, { signal, digest, row, stored: { id, createdAt }, repetitions: 0 }]]
    }),
  )
}

/** Decides what becomes of a signal, and notes the first of its delivery. */
function planFor(
  signal: IncomingSignal,
  firsts: Map<string, First>,
): { kind: ReceivedSignal['kind']; first?: First } {
  const { delivery } = signal
  if (!delivery) return { kind: 'new' }
  const first = firsts.get(keyOf(delivery))
  if (!first) {
    firsts.set(keyOf(delivery), { signal, digest: delivery.digest, repetitions: 0 })
    return { kind: 'new' }
  }
  if (first.digest !== delivery.digest) return { kind: 'other', first }
  first.repetitions += 1
  return { kind: 'repeated', first }
}

/** Keeps new deliveries, and counts those that came again. */
async function noteDeliveries(queries: Queries, firsts: readonly First[]): Promise<void> {
  const created = firsts.flatMap(({ signal, stored, row, repetitions }) =>
    row === undefined && signal.delivery && stored
      ? [
          {
            ...signal.delivery,
            sourceId: signal.sourceId,
            signalId: stored.id,
            firstAt: stored.createdAt,
            times: 1 + repetitions,
          },
        ]
      : [],
  )
  await insertDeliveries(queries, created)
  for (const { row, repetitions: times, signal } of firsts)
    if (row !== undefined && times > 0)
      await countRepetitions(queries, { id: row, times, at: signal.createdAt })
}

function toAnswered(signal: IncomingSignal, stored: First['stored']): AnsweredSignal {
  if (!stored) throw new Error('a signal was not stored')
  const { sourceId, sourceTokenId = null, payload } = signal
  return {
    id: stored.id,
    source: 'signal-endpoint',
    sourceId,
    createdAt: stored.createdAt,
    sourceTokenId,
    payload,
  }
}

/** Error of a delivery whose id came before with another payload. */
export class OtherPayload extends AppError {
  /** Place of the id in the request. */
  readonly at: string

  constructor({ id, createdAt }: AnsweredSignal, at: string) {
    const { message, details } = badData(
      `A delivery with this id was received at ${createdAt} with another payload, as signal ${id}. ` +
        'Give each delivery an id of its own, or choose another place of the id for this endpoint.',
      at,
    )
    super('BadDataError', message, { details })
    this.at = at
  }
}

/** Tells the screens of a received signal. Throws 400 for one that contradicts another: either would be lost in silence. */
export function announce(feed: SignalFeed, { kind, signal, at }: ReceivedSignal): AnsweredSignal {
  if (kind === 'other') throw new OtherPayload(signal, at ?? '/body')
  const news = kind === 'new' ? 'signal' : 'repeated'
  feed.publish({ kind: news, id: signal.id, endpointId: signal.sourceId })
  return signal
}
