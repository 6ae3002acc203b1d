import { bind, type Reply } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { getClientFeature } from './get-client-feature.ts'
import { getAllClientFeatures } from './get-all-client-features.ts'
import type { ClientFeaturesAnswer } from '../../records/client-api/answer-poll.ts'
import { getDelta } from './get-delta.ts'
import { registerClientMetrics } from './register-client-metrics.ts'
import { registerClientApplication } from './register-client-application.ts'
import { getStreaming } from './get-streaming.ts'

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
