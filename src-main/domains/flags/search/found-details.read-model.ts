import { compositeKey } from '#shared/composite-key.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { hourOf } from '../metrics/feature-metrics.read-model.ts'

const HOUR = 60 * 60 * 1000

/** Reads whether each flag is the parent or the child of another. */
export async function readDependencyTypes(
  queries: Queries,
  names: readonly string[],
): Promise<Map<string, 'parent' | 'child'>> {
  if (names.length === 0) return new Map()
  const rows = await queries
    .selectFrom('feature_dependencies')
    .select(['child', 'parent'])
    .where((eb) => eb.or([inList(eb.ref('child'), names), inList(eb.ref('parent'), names)]))
    .execute()
  return new Map([
    ...rows.map((row) => [row.parent, 'parent'] as const),
    ...rows.map((row) => [row.child, 'child'] as const),
  ])
}

/** The names of the segments that each flag's strategies use. */
export async function readSegmentNames(
  queries: Queries,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const segments = new Map<string, string[]>(names.map((name) => [name, []]))
  if (names.length === 0) return segments
  const rows = await queries
    .selectFrom('feature_strategies as s')
    .innerJoin('feature_strategy_segments as link', 'link.strategy_id', 's.id')
    .innerJoin('segments', 'segments.id', 'link.segment_id')
    .select(['s.feature_name as feature', 'segments.name'])
    .where((eb) => inList(eb.ref('s.feature_name'), names))
    .distinct()
    .orderBy('segments.name')
    .execute()
  for (const { feature, name } of rows) segments.get(feature)?.push(name)
  return segments
}

/**
 * Counts how often each flag was on and off in each environment, since the start of the previous hour. Keys
 * are `flag environment`.
 */
export async function readLastHourCounts(
  queries: Queries,
  names: readonly string[],
  now: Date,
): Promise<Map<string, { yes: number; no: number }>> {
  if (names.length === 0) return new Map()
  const rows = await queries
    .selectFrom('client_metrics')
    .select((eb) => [
      'feature_name as feature',
      'environment',
      eb.fn.sum<number>('yes').as('yes'),
      eb.fn.sum<number>('no').as('no'),
    ])
    .where((eb) => inList(eb.ref('feature_name'), names))
    .where('hour', '>=', hourOf(new Date(now.getTime() - HOUR)))
    .groupBy(['feature_name', 'environment'])
    .execute()
  return new Map(
    rows.map((row) => [
      compositeKey(row.feature, row.environment),
      { yes: Number(row.yes), no: Number(row.no) },
    ]),
  )
}
