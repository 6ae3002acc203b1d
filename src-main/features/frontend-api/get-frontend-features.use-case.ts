import {
  getFrontendFeatures as get,
  getFrontendFeaturesWithPost as post,
} from '../../../src-shared/contract/frontend-api.ts'
import { query } from '../../kernel/use-case.ts'
import type { ClientApi } from '../client-api/index.ts'
import { evaluateForFrontend } from './evaluate-for-frontend.ts'

export const getFrontendFeatures = (api: ClientApi) =>
  query(get, (context, { query: sent }) => evaluateForFrontend(api, context, sent))

export const getFrontendFeaturesWithPost = (api: ClientApi) =>
  query(post, (context, { body }) => evaluateForFrontend(api, context, body.context ?? {}))
