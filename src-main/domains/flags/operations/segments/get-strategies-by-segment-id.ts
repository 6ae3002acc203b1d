import { getStrategiesBySegmentId as operation } from '#shared/flags/contract/segments.ts'
import { query } from '#kernel/use-case.ts'
import { readStrategiesUsing } from '../../records/segments/segment-usage.read-model.ts'

/** Lists the strategies that use a segment (recorded exchange segments/strategies-of-segment). */
export const getStrategiesBySegmentId = query(operation, async ({ queries }, { params: { id } }) => ({
  strategies: await readStrategiesUsing(queries, id),
  changeRequestStrategies: [],
}))
