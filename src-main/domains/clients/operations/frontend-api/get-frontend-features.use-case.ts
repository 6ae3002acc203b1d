import {
  getFrontendFeatures as get,
  getFrontendFeaturesWithPost as post,
} from '../../../../../src-shared/contract/frontend-api.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { evaluateForFrontend } from '../../records/frontend-api/evaluate-for-frontend.ts'

interface Headers {
  'x-halyard-reason'?: string | undefined
  'unleash-appname'?: string | undefined
}

export const getFrontendFeatures = (api: ClientApi) =>
  query(get, (context, { query: sent, headers }) =>
    evaluateForFrontend(api, context, { sent, ...askedBy(headers) }),
  )

export const getFrontendFeaturesWithPost = (api: ClientApi) =>
  query(post, (context, { body, headers }) =>
    evaluateForFrontend(api, context, { sent: body.context ?? {}, ...askedBy(headers) }),
  )

const askedBy = (headers: Headers) => ({
  withReasons: headers['x-halyard-reason'] === 'true',
  appName: headers['unleash-appname'],
})
