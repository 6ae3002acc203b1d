import { bind } from '../../transport/http/bind.ts'
import { toPollReply, type ClientApi } from '../client-api/index.ts'
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
