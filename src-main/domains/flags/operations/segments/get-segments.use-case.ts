import {
  getSegment as one,
  getSegments as all,
  getSegmentsByStrategyId as ofStrategy,
} from '../../../../../src-shared/contract/segments.ts'
import { query } from '../../../../kernel/use-case.ts'
import { toSegment } from '../../records/segments/segment.ts'
import { countSegmentUsage } from '../../records/segments/segment-usage.read-model.ts'
import { readSegments, readSegmentsOf, requireSegment } from '../../records/segments/segments.store.ts'

/** All segments by name, each with how much uses it (recorded exchange segments/list). */
export const getSegments = query(all, async ({ queries }) => {
  const usage = await countSegmentUsage(queries)
  const segments = await readSegments(queries)
  return {
    segments: segments.map((segment) => ({
      ...toSegment(segment),
      ...(usage.get(segment.id) ?? { usedInProjects: 0, usedInFeatures: 0 }),
    })),
  }
})

export const getSegment = query(one, async ({ queries }, { params: { id } }) =>
  toSegment(await requireSegment(queries, id)),
)

/** The segments of a strategy; one that is not there has none (recorded exchange segments/of-strategy). */
export const getSegmentsByStrategyId = query(ofStrategy, async ({ queries }, { params: { strategyId } }) => ({
  segments: (await readSegmentsOf(queries, strategyId)).map(toSegment),
}))
