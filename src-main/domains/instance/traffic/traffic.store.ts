import type { TrafficGroup } from '#shared/instance/schemas/traffic.ts'
import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

/** Requests of a day to one part of the API, by result. */
export interface TrafficCount {
  /** `2026-11-21`, of UTC. */
  readonly day: string
  readonly apiPath: string
  readonly group: TrafficGroup
  count: number
}

export async function readTrafficCounts(queries: Queries): Promise<TrafficCount[]> {
  return queries
    .selectFrom('traffic')
    .select(['day', 'api_path as apiPath', 'traffic_group as group', 'count'])
    .orderBy('day')
    .execute()
}

/** Inserts new counts, and adds to the others. */
export async function writeTrafficCounts(queries: Queries, counts: readonly TrafficCount[]): Promise<void> {
  await insertAll(
    queries,
    'traffic',
    counts.map(({ day, apiPath, group, count }) => ({
      day,
      api_path: apiPath,
      traffic_group: group,
      count,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict
          .columns(['day', 'api_path', 'traffic_group'])
          .doUpdateSet((eb) => ({ count: eb('traffic.count', '+', eb.ref('excluded.count')) })),
      ),
  )
}

export async function deleteTrafficBefore(queries: Queries, day: string): Promise<void> {
  await queries.deleteFrom('traffic').where('day', '<', day).execute()
}
