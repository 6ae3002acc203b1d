import { bind } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { getFrontendFeatures } from './get-frontend-features.ts'
import { getFrontendApiFeaturesWithPost as getFrontendFeaturesWithPost } from './get-frontend-api-features-with-post.ts'
import { registerFrontendClient } from './register-frontend-client.ts'
import { registerFrontendMetrics } from './register-frontend-metrics.ts'

const noCache = () => ({ 'cache-control': 'no-cache' })

export const frontendApiHttp = (api: ClientApi) => [
  bind(getFrontendFeatures(api), { headers: noCache }),
  bind(getFrontendFeaturesWithPost(api), { headers: noCache }),
  bind(registerFrontendClient(api)),
  bind(registerFrontendMetrics(api)),
]
