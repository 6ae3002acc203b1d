import { bind } from '../../../../transport/http/bind.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { getFrontendFeatures, getFrontendFeaturesWithPost } from './get-frontend-features.use-case.ts'
import { registerFrontendClient, registerFrontendMetrics } from './register-frontend.use-case.ts'

const noCache = () => ({ 'cache-control': 'no-cache' })

export const frontendApiHttp = (api: ClientApi) => [
  bind(getFrontendFeatures(api), { headers: noCache }),
  bind(getFrontendFeaturesWithPost(api), { headers: noCache }),
  bind(registerFrontendClient(api)),
  bind(registerFrontendMetrics(api)),
]
