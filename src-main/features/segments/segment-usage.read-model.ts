import type { SegmentStrategy } from '../../../src-shared/schemas/segment.ts'
import type { Queries } from '../../store/queries.ts'

export interface SegmentUsage {
  usedInProjects: number
  usedInFeatures: number
}

/** How many flags and projects use each segment; archived flags count: they can be revived. */
export async function countSegmentUsage(queries: Queries): Promise<Map<number, SegmentUsage>> {
  const rows = await usesOf(queries)
    .select((eb) => [
      'link.segment_id as id',
      eb.fn.count<number>('feature.project').distinct().as('projects'),
      eb.fn.count<number>('feature.name').distinct().as('features'),
    ])
    .groupBy('link.segment_id')
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { usedInProjects: Number(row.projects), usedInFeatures: Number(row.features) },
    ]),
  )
}

/** The strategies that use a segment, by flag and environment (exchange 305). */
export async function readStrategiesUsing(queries: Queries, id: number): Promise<SegmentStrategy[]> {
  return usesOf(queries)
    .select([
      'strategy.id',
      'feature.project as projectId',
      'feature.name as featureName',
      'strategy.name as strategyName',
      'strategy.environment',
    ])
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
