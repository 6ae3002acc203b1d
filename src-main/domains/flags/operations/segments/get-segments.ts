import { getSegments as all } from '#shared/flags/contract/segments.ts'
import { query } from '#kernel/use-case.ts'
import { toSegment } from '../../records/segments/segment.ts'
import { countSegmentUsage } from '../../records/segments/segment-usage.read-model.ts'
import { readSegments } from '../../records/segments/segments.store.ts'

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
