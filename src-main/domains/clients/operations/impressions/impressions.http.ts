import { bind } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { clearImpressions } from './clear-impressions.ts'
import { exportImpressions } from './export-impressions.ts'
import { getImpressions } from './get-impressions.ts'
import { getImpressionSessions } from './get-impression-sessions.ts'
import { getImpressionTimeline } from './get-impression-timeline.ts'
import { recordImpressions } from './record-impressions.ts'

export const impressionsHttp = (api: ClientApi) => [
  bind(recordImpressions(api)),
  bind(getImpressions),
  bind(getImpressionSessions),
  bind(getImpressionTimeline),
  bind(exportImpressions),
  bind(clearImpressions),
]
