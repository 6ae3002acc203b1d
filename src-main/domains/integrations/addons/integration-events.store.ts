import { sql } from 'kysely'

import type { DeliveryState } from '#shared/integrations/schemas/addon.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** Number of deliveries kept for each integration. */
export const KEPT_PER_INTEGRATION = 1000

/** Result of a delivery to an integration. */
export interface Delivery {
  state: DeliveryState
  stateDetails: string
  details: Record<string, unknown>
}

export interface StoredDelivery extends Delivery {
  id: number
  integrationId: number
  eventId: number
  createdAt: string
}

export type NewDelivery = Omit<StoredDelivery, 'id'>

/** Inserts a delivery, and deletes the oldest ones of that integration above the limit. */
export async function insertDelivery(queries: Queries, one: NewDelivery): Promise<void> {
  const { id } = await queries
    .insertInto('integration_events')
    .values({
      integration_id: one.integrationId,
      event_id: one.eventId,
      state: one.state,
      state_details: one.stateDetails,
      details: toJson(one.details),
      created_at: one.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queries
    .deleteFrom('integration_events')
    .where('integration_id', '=', one.integrationId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('integration_events')
        .select('id')
        .where('integration_id', '=', one.integrationId)
        .where('id', '<=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(KEPT_PER_INTEGRATION),
    )
    .execute()
}

/** Reads the deliveries of an integration, newest first. */
export async function readDeliveries(
  queries: Queries,
  { integrationId, limit, offset }: { integrationId: number; limit: number; offset: number },
): Promise<StoredDelivery[]> {
  const rows = await queries
    .selectFrom('integration_events')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    integrationId: row.integration_id,
    eventId: row.event_id,
    state: row.state,
    stateDetails: row.state_details,
    details: fromJson(row.details),
    createdAt: row.created_at,
  }))
}

export interface FailingIntegration {
  id: number
  provider: string
  description: string | null
  failures: number
  lastAt: string
}

/**
 * Reads enabled integrations whose last delivery failed, with the number of failures since the last success.
 * Only the newest deliveries of each are stored.
 */
export async function readFailing(queries: Queries): Promise<FailingIntegration[]> {
  const { rows } = await sql<FailingIntegration>`
    select addon.id, addon.provider, addon.description, count(*) as "failures", max(event.created_at) as "lastAt"
    from addons as addon join integration_events as event on event.integration_id = addon.id
    where addon.enabled = 1 and event.state = 'failed' and event.id > coalesce(
      (select max(id) from integration_events where integration_id = addon.id and state <> 'failed'), 0)
    group by addon.id order by addon.id`.execute(queries)
  return rows
}
