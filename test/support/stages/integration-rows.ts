import type { Queries } from '#store/queries.ts'

/** Inserts an integration with a webhook, described as "Chat". Returns its id. */
export async function insertIntegration(queries: Queries): Promise<number> {
  const { id } = await queries
    .insertInto('addons')
    .values({
      provider: 'webhook',
      enabled: true,
      description: 'Chat',
      parameters: '{}',
      events: '[]',
      projects: '[]',
      environments: '[]',
      position: 0,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a delivery of some event, made so many minutes into the year 2026. */
export async function insertDelivery(
  queries: Queries,
  integrationId: number,
  { state, minute }: { state: 'success' | 'failed'; minute: number },
): Promise<void> {
  const event = await queries.selectFrom('events').select('id').executeTakeFirstOrThrow()
  await queries
    .insertInto('integration_events')
    .values({
      integration_id: integrationId,
      event_id: event.id,
      state,
      state_details: '',
      details: '{}',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    })
    .execute()
}
