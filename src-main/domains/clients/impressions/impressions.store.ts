import type { Impression } from '#shared/clients/schemas/impression.ts'
import { insertAll } from '#store/insert-all.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

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
