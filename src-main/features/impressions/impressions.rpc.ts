import { mutationOf, queryOf, router } from '../../transport/rpc/init.ts'
import {
  clearImpressions,
  exportImpressions,
  getImpressions,
  getImpressionSessions,
} from './get-impressions.use-case.ts'

export const impressionsRpc = router({
  list: queryOf(getImpressions),
  sessions: queryOf(getImpressionSessions),
  export: queryOf(exportImpressions),
  clear: mutationOf(clearImpressions),
})
