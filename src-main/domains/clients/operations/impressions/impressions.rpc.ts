import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import {
  clearImpressions,
  exportImpressions,
  getImpressions,
  getImpressionSessions,
  getImpressionTimeline,
} from './get-impressions.use-case.ts'

export const impressionsRpc = router({
  list: queryOf(getImpressions),
  sessions: queryOf(getImpressionSessions),
  timeline: queryOf(getImpressionTimeline),
  export: queryOf(exportImpressions),
  clear: mutationOf(clearImpressions),
})
