import { getImpressionTimeline as timeline } from '#shared/clients/contract/impressions.ts'
import { toTimeline } from '#shared/impression-timeline.ts'
import { query } from '#kernel/use-case.ts'
import { countByMinute } from '../../records/impressions/impressions.read-model.ts'

export const getImpressionTimeline = query(timeline, async ({ queries }, { query: filter }) =>
  toTimeline(await countByMinute(queries, filter)),
)
