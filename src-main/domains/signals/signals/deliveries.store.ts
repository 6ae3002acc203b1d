import { compositeKey } from '#shared/composite-key.ts'
import type { FoundSignal } from '#shared/signals/schemas/signal.ts'
import { insertAll } from '#store/insert-all.ts'
import { inList, inNumbers, inTexts } from '#store/in-list.ts'
import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'

/** A delivery that its sender named. */
export interface StoredDelivery {
  id: number
  tokenId: number
  deliveryId: string
  signalId: number
  digest: string
  firstAt: string
}

export type DeliveryKey = Pick<StoredDelivery, 'tokenId' | 'deliveryId'>
export type NewDelivery = Omit<StoredDelivery, 'id'> & { sourceId: number; times: number }

/** Two senders may give the same id, but one gives each id once. */
export const keyOf = ({ tokenId, deliveryId }: DeliveryKey): string => compositeKey(tokenId, deliveryId)

/** Reads those deliveries of a list that were received before, by their key. */
export async function readDeliveries(
  queries: Queries,
  keys: readonly DeliveryKey[],
): Promise<Map<string, StoredDelivery>> {
  const tokens = JSON.stringify([...new Set(keys.map(({ tokenId }) => tokenId))])
  const ids = JSON.stringify([...new Set(keys.map(({ deliveryId }) => deliveryId))])
  const { rows } = await selectDeliveries(queries, { tokens, ids })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Prepared, as each batch of named deliveries asks it. */
const selectDeliveries = prepared((queries, { tokens, ids }: { tokens: string; ids: string }) =>
  queries
    .selectFrom('signal_deliveries')
    .select([
      'id',
      'token_id as tokenId',
      'delivery_id as deliveryId',
      'signal_id as signalId',
      'digest',
      'first_at as firstAt',
    ])
    .where((eb) => inNumbers(eb.ref('token_id'), tokens))
    .where((eb) => inTexts(eb.ref('delivery_id'), ids)),
)

/** Reads the deliveries of signals, by the id of the signal, as the API answers them. */
export async function readDeliveriesOf(
  queries: Queries,
  signals: readonly number[],
): Promise<Map<number, NonNullable<FoundSignal['delivery']>>> {
  const rows = await queries
    .selectFrom('signal_deliveries')
    .select(['signal_id as signalId', 'delivery_id as id', 'times', 'last_at as lastAt'])
    .where((eb) => inList(eb.ref('signal_id'), signals))
    .execute()
  return new Map(rows.map(({ signalId, ...delivery }) => [signalId, delivery]))
}

/**
 * Inserts deliveries, in the order of their keys, so that several Halyards do not wait for each other in a circle. The unique index
 * decides between those that got the same at the same moment: the later runs its transaction again (ADR 36), and finds the delivery.
 */
export async function insertDeliveries(queries: Queries, deliveries: readonly NewDelivery[]): Promise<void> {
  const sorted = deliveries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const inserted = await insertAll(
    queries,
    'signal_deliveries',
    sorted.map((one) => ({
      source_id: one.sourceId,
      token_id: one.tokenId,
      delivery_id: one.deliveryId,
      signal_id: one.signalId,
      digest: one.digest,
      first_at: one.firstAt,
      last_at: one.firstAt,
      times: one.times,
    })),
    (insert) =>
      insert.onConflict((row) => row.columns(['token_id', 'delivery_id']).doNothing()).returning('id'),
  )
  if (inserted.length !== deliveries.length)
    throw new Error('a delivery was stored by another process meanwhile')
}

/** Counts repetitions of a delivery. */
export async function countRepetitions(
  queries: Queries,
  { id, times, at }: { id: number; times: number; at: string },
): Promise<void> {
  await queries
    .updateTable('signal_deliveries')
    .set((eb) => ({ times: eb('times', '+', times), last_at: at }))
    .where('id', '=', id)
    .execute()
}
