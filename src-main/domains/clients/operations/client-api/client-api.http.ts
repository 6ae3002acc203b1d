import { bind, type Reply } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { getClientFeature } from './get-client-feature.use-case.ts'
import { getAllClientFeatures, type ClientFeaturesAnswer } from './get-client-features.use-case.ts'
import { getDelta } from './get-delta.use-case.ts'
import { registerClientMetrics } from './register-client-metrics.use-case.ts'
import { registerClientApplication } from './register-client.use-case.ts'
import { getStreaming } from './stream-client-features.use-case.ts'

export const toPollReply = ({ etag, bytes }: ClientFeaturesAnswer): Reply =>
  bytes === null ? { status: 304, headers: { etag } } : { status: 200, bytes, headers: { etag } }

export const clientApiHttp = (api: ClientApi) => [
  bind(getAllClientFeatures(api), { reply: toPollReply }),
  bind(getClientFeature(api)),
  bind(getDelta(api), { reply: toPollReply }),
  bind(getStreaming(api), { reply: (stream): Reply => ({ status: 200, stream }) }),
  bind(registerClientApplication(api)),
  bind(registerClientMetrics(api)),
]
