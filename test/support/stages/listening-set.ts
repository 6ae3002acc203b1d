import type { Queries } from '#store/queries.ts'

const AT = '2026-11-21T12:00:00.000Z'

/** Puts an enabled action set for an endpoint into a bare store: signals of that endpoint wait for the actions then. */
export async function addListeningSet(queries: Queries, sourceId: number): Promise<void> {
  await queries
    .insertInto('projects')
    .values({
      id: `listening-${sourceId}`,
      name: 'Listening',
      description: null,
      mode: 'open',
      default_stickiness: 'default',
      feature_limit: null,
      feature_naming: null,
      link_templates: '[]',
      created_at: AT,
      updated_at: AT,
      archived_at: null,
    })
    .execute()
  await queries
    .insertInto('action_sets')
    .values({
      project: `listening-${sourceId}`,
      name: 'Listens',
      description: null,
      enabled: true,
      source: 'signal-endpoint',
      source_id: sourceId,
      filters: '{}',
      actor_id: 1,
      created_by_user_id: 1,
      created_at: AT,
    })
    .execute()
}
