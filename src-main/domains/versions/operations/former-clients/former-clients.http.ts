import { bind } from '../../../../transport/http/bind.ts'
import { toPollReply } from '../../../clients/operations/client-api/client-api.http.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import { getClientFeaturesFormerly } from './get-client-features-formerly.ts'
import { getLegacyClientFeatures } from './get-legacy-client-features.ts'
import { registerEdgeMetrics } from './register-edge-metrics.ts'

export const formerClientsHttp = (api: ClientApi) => [
  bind(getLegacyClientFeatures(api)),
  bind(getClientFeaturesFormerly(api), { reply: toPollReply }),
  bind(registerEdgeMetrics(api)),
]
