import { bind } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import {
  clearImpressions,
  exportImpressions,
  getImpressions,
  getImpressionSessions,
  getImpressionTimeline,
} from './get-impressions.use-case.ts'
import { recordImpressions } from './record-impressions.use-case.ts'

export const impressionsHttp = (api: ClientApi) => [
  bind(recordImpressions(api)),
  bind(getImpressions),
  bind(getImpressionSessions),
  bind(getImpressionTimeline),
  bind(exportImpressions),
  bind(clearImpressions),
]
