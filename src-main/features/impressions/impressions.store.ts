import type { Impression } from '../../../src-shared/schemas/impression.ts'
import { insertAll } from '../../store/insert-all.ts'
import { toJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'

const MAX_KEPT = 100_000

export async function insertImpressions(
  queries: Queries,
  impressions: readonly Omit<Impression, 'id'>[],
): Promise<void> {
  await insertAll(
    queries,
    'impressions',
    impressions.map((one) => ({
      event_id: one.eventId,
      event_type: one.eventType,
      feature_name: one.featureName,
      enabled: one.enabled,
      variant: one.variant,
      session_id: one.sessionId,
      user_id: one.userId,
      environment: one.environment,
      app_name: one.appName,
      context: toJson(one.context),
      warnings: toJson(one.warnings),
      reason: one.reason,
      received_at: one.receivedAt,
    })),
  )
}

export async function deleteImpressions(queries: Queries): Promise<void> {
  await queries.deleteFrom('impressions').execute()
}

/** Keeps the last hundred thousand. */
export async function pruneImpressions(queries: Queries): Promise<void> {
  await queries
    .deleteFrom('impressions')
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('impressions as newest')
        .select((inner) => inner(inner.fn.max('newest.id'), '-', MAX_KEPT).as('oldest')),
    )
    .execute()
}
