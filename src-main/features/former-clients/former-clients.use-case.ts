import {
  getClientFeaturesFormerly as again,
  getLegacyClientFeatures as legacy,
  registerEdgeMetrics as metrics,
} from '../../../src-shared/contract/former/clients.ts'
import { mutation, query } from '../../kernel/use-case.ts'
import {
  answerPoll,
  inlineSegments,
  selectFeatures,
  toClientQuery,
  type ClientApi,
  type ClientFeaturesAnswer,
} from '../client-api/index.ts'
import { takeBulkMetrics } from '../edge/index.ts'

/** What SDKs of version 2 poll: they know neither segments nor revisions. */
export const getLegacyClientFeatures = (api: ClientApi) =>
  query(legacy, async (context, { query: asked }) => {
    const clientQuery = toClientQuery(await api.scopeOf(context), asked, undefined)
    const configuration = await api.configuration.of(clientQuery.environment)
    const features = inlineSegments(selectFeatures(configuration, clientQuery), configuration.segments)
    return { version: 1 as const, features }
  })

export const getClientFeaturesFormerly = (api: ClientApi) =>
  query<typeof again, ClientFeaturesAnswer>(again, (context, asked) => answerPoll(api, context, asked))

export const registerEdgeMetrics = (api: ClientApi) =>
  mutation(metrics, (context, { body }) => takeBulkMetrics(api, context, body))
