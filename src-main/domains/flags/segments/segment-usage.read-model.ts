import type { SegmentStrategy } from '#shared/flags/schemas/segment.ts'
import { flagBatches } from '#store/flag-batches.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import { STRATEGY_USE } from '../features/feature-strategies.store.ts'

export interface SegmentUsage {
  usedInProjects: number
  usedInFeatures: number
}

/** Counts the flags and projects that use each segment. Archived flags count, because they can be revived. */
export async function countSegmentUsage(queries: Queries): Promise<Map<number, SegmentUsage>> {
  const uses: { id: number; project: string; features: number }[] = []
  for await (const flags of flagBatches(queries)) {
    const rows = await usesOf(queries)
      .select((eb) => [
        'link.segment_id as id',
        'feature.project',
        eb.fn.count<number>('feature.name').distinct().as('features'),
      ])
      .where((eb) => inList(eb.ref('strategy.feature_name'), flags))
      .groupBy(['link.segment_id', 'feature.project'])
      .execute()
    uses.push(...rows.map((row) => ({ ...row, features: Number(row.features) })))
  }
  return new Map(
    [...groupRows(uses, ({ id }) => id)].map(([id, own]) => [
      id,
      {
        usedInProjects: new Set(own.map(({ project }) => project)).size,
        usedInFeatures: own.reduce((sum, { features }) => sum + features, 0),
      },
    ]),
  )
}

/** The strategies that use a segment, by flag and environment (recorded exchange segments/strategies-of-segment). */
export async function readStrategiesUsing(queries: Queries, id: number): Promise<SegmentStrategy[]> {
  return usesOf(queries)
    .select(STRATEGY_USE)
    .where('link.segment_id', '=', id)
    .orderBy('feature.name')
    .orderBy('strategy.environment')
    .orderBy('strategy.id')
    .execute()
}

const usesOf = (queries: Queries) =>
  queries
    .selectFrom('feature_strategy_segments as link')
    .innerJoin('feature_strategies as strategy', 'strategy.id', 'link.strategy_id')
    .innerJoin('features as feature', 'feature.name', 'strategy.feature_name')
