import type { Queries } from '#store/queries.ts'
import type { FlagCounts } from './project-stats.read-model.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * The flags of each project (or of one) that are not archived: all, stale, and potentially stale, which is not marked
 * so but older than the expected lifetime of its type (docs/contract/flags.md#potentially-stale).
 */
export async function countFlags(
  queries: Queries,
  now: Date,
  project?: string,
): Promise<Map<string, FlagCounts>> {
  const types = await queries.selectFrom('feature_types').select(['id', 'lifetime_days']).execute()
  const flags = queries
    .selectFrom('features')
    .where('archived_at', 'is', null)
    .$if(project !== undefined, (q) => q.where('project', '=', project ?? ''))
  const byStale = await flags
    .select((eb) => ['project', 'stale', eb.fn.countAll<number>().as('count')])
    .groupBy(['project', 'stale'])
    .execute()
  const old = await flags
    .where('stale', '=', false)
    .where((eb) =>
      eb.or(
        types.flatMap(({ id, lifetime_days }) =>
          lifetime_days === null
            ? []
            : [
                eb.and([
                  eb('type', '=', id),
                  eb('created_at', '<', new Date(now.getTime() - lifetime_days * DAY).toISOString()),
                ]),
              ],
        ),
      ),
    )
    .select((eb) => ['project', eb.fn.countAll<number>().as('count')])
    .groupBy('project')
    .execute()
  const counts = new Map<string, FlagCounts>()
  for (const row of byStale) {
    const entry = counts.get(row.project) ?? { total: 0, stale: 0, potentiallyStale: 0 }
    entry.total += Number(row.count)
    if (row.stale) entry.stale += Number(row.count)
    counts.set(row.project, entry)
  }
  for (const row of old) {
    const entry = counts.get(row.project)
    if (entry) entry.potentiallyStale = Number(row.count)
  }
  return counts
}
