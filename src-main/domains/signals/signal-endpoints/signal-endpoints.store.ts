import type { DeliveryIdPlace, OrderPlace } from '#shared/signals/rules/index.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

export interface StoredSignalEndpoint {
  id: number
  name: string
  description: string | null
  enabled: boolean
  createdAt: string
  createdByUserId: number
}

const COLUMNS = [
  'id',
  'name',
  'description',
  'enabled',
  'created_at as createdAt',
  'created_by_user_id as createdByUserId',
] as const

/** All endpoints, oldest first. */
export async function readSignalEndpoints(queries: Queries): Promise<StoredSignalEndpoint[]> {
  return queries.selectFrom('signal_endpoints').select(COLUMNS).orderBy('id').execute()
}

export async function findSignalEndpoint(
  queries: Queries,
  id: number,
): Promise<StoredSignalEndpoint | undefined> {
  return queries.selectFrom('signal_endpoints').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function insertSignalEndpoint(
  queries: Queries,
  endpoint: Omit<StoredSignalEndpoint, 'id'>,
): Promise<StoredSignalEndpoint> {
  const { name, description, enabled, createdAt, createdByUserId } = endpoint
  return queries
    .insertInto('signal_endpoints')
    .values({ name, description, enabled, created_at: createdAt, created_by_user_id: createdByUserId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function updateSignalEndpointRow(
  queries: Queries,
  { id, name, description, enabled }: StoredSignalEndpoint,
): Promise<void> {
  await queries
    .updateTable('signal_endpoints')
    .set({ name, description, enabled })
    .where('id', '=', id)
    .execute()
}

/** With its tokens. */
export async function deleteSignalEndpointRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('signal_endpoints').where('id', '=', id).execute()
}

/** Reads where deliveries have their id, by the id of the endpoint; without those that leave it to known senders. */
export async function readDeliveryIdPlaces(queries: Queries): Promise<Map<number, DeliveryIdPlace>> {
  const rows = await queries
    .selectFrom('signal_endpoints')
    .select(['id', 'delivery_id as place'])
    .where('delivery_id', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, place }) => (place === null ? [] : [[id, fromJson<DeliveryIdPlace>(place)]])),
  )
}

export async function writeDeliveryIdPlace(
  queries: Queries,
  id: number,
  place: DeliveryIdPlace,
): Promise<void> {
  await queries
    .updateTable('signal_endpoints')
    .set({ delivery_id: place.in === 'known' ? null : toJson(place) })
    .where('id', '=', id)
    .execute()
}

/** Reads where signals have their time or their number, by the id of the endpoint; without those that have none. */
export async function readOrderPlaces(queries: Queries): Promise<Map<number, OrderPlace>> {
  const rows = await queries
    .selectFrom('signal_endpoints')
    .select(['id', 'order_place as place'])
    .where('order_place', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, place }) => (place === null ? [] : [[id, fromJson<OrderPlace>(place)]])))
}

export async function writeOrderPlace(queries: Queries, id: number, place: OrderPlace): Promise<void> {
  await queries
    .updateTable('signal_endpoints')
    .set({ order_place: place.in === 'none' ? null : toJson(place) })
    .where('id', '=', id)
    .execute()
}
