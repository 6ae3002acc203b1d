import { getSegmentsByStrategyId as ofStrategy } from '#shared/flags/contract/segments.ts'
import { query } from '#kernel/use-case.ts'
import { toSegment } from '../../records/segments/segment.ts'
import { readSegmentsOf } from '../../records/segments/segments.store.ts'

/** The segments of a strategy; one that is not there has none (recorded exchange segments/of-strategy). */
export const getSegmentsByStrategyId = query(ofStrategy, async ({ queries }, { params: { strategyId } }) => ({
  segments: (await readSegmentsOf(queries, strategyId)).map(toSegment),
}))
