import {
  answerPoll,
  type ClientFeaturesAnswer,
  toFeaturesReply,
} from '#domains/clients/client-api/answer-poll.ts'
import type { ClientApi } from '#domains/clients/client-api/client-api.ts'
import { inlineSegments, selectFeatures } from '#domains/clients/client-api/client-features.ts'
import { toClientQuery } from '#domains/clients/client-api/client-query.ts'
import type { MetricsServices } from '#domains/clients/client-api/take-metrics.ts'
import { takeBulkMetrics } from '#domains/clients/edge/take-bulk-metrics.ts'
import { buffered, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/versions/contract/former/clients.ts'

/** Returns flags to SDKs of version 2, which know neither segments nor revisions. */
export const getLegacyClientFeatures = ({ clientApi }: { clientApi: ClientApi }) =>
  query(contract.getLegacyClientFeatures, async (context, { query: asked, headers }) => {
    const clientQuery = toClientQuery(await clientApi.scopeOf(context), asked, undefined)
    const { actor } = context.caller
    const configuration = await clientApi.viewFor(clientQuery.environment, { actor, headers })
    const features = inlineSegments(selectFeatures(configuration, clientQuery), configuration.segments)
    return { version: 1 as const, features }
  })

export const getClientFeaturesFormerly = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getClientFeaturesFormerly, ClientFeaturesAnswer>(
      contract.getClientFeaturesFormerly,
      (context, asked) => answerPoll(clientApi, context, asked),
    ),
    { reply: toFeaturesReply },
  )

export const registerEdgeMetrics = (services: MetricsServices) =>
  buffered(contract.registerEdgeMetrics, (context, { body }, write) =>
    takeBulkMetrics(services, context, body, write),
  )
