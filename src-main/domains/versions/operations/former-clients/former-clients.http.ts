import { bind } from '../../../../transport/http/bind.ts'
import { toPollReply } from '../../../clients/operations/client-api/client-api.http.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import {
  getClientFeaturesFormerly,
  getLegacyClientFeatures,
  registerEdgeMetrics,
} from './former-clients.use-case.ts'

export const formerClientsHttp = (api: ClientApi) => [
  bind(getLegacyClientFeatures(api)),
  bind(getClientFeaturesFormerly(api), { reply: toPollReply }),
  bind(registerEdgeMetrics(api)),
]
