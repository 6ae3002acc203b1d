import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { clearImpressions } from './clear-impressions.ts'
import { exportImpressions } from './export-impressions.ts'
import { getImpressions } from './get-impressions.ts'
import { getImpressionSessions } from './get-impression-sessions.ts'
import { getImpressionTimeline } from './get-impression-timeline.ts'

export const impressionsRpc = router({
  list: queryOf(getImpressions),
  sessions: queryOf(getImpressionSessions),
  timeline: queryOf(getImpressionTimeline),
  export: queryOf(exportImpressions),
  clear: mutationOf(clearImpressions),
})
