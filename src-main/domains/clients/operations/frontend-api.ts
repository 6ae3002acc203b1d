import type { Reply } from '#kernel/route.ts'
import { registerApplications } from '#domains/flags/metrics/register-applications.ts'
import type { Entity } from '#kernel/etag.ts'
import { buffered, mutation, query, served } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/frontend-api.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { takeMetrics, type MetricsServices } from '../client-api/take-metrics.ts'
import { evaluateForFrontend } from '../frontend-api/evaluate-for-frontend.ts'
import { requestOrigin } from '../frontend-api/frontend-context.ts'

const toPageReply = (entity: Entity): Reply => ({
  status: 200,
  entity,
  headers: { 'cache-control': 'no-cache' },
})

export const getFrontendFeatures = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getFrontendFeatures, Entity>(
      contract.getFrontendFeatures,
      (context, { query: sent, headers }) =>
        evaluateForFrontend(clientApi, context, { sent, ...requestOrigin(headers) }),
    ),
    { reply: toPageReply },
  )

export const registerFrontendMetrics = (services: MetricsServices) =>
  buffered(contract.registerFrontendMetrics, async (context, { body }) => {
    await takeMetrics(services, context, body)
    return 'OK' as const
  })

export const registerFrontendClient = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(contract.registerFrontendClient, async (context, { body, headers }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    await registerApplications(
      context,
      [{ application: body, environment, projects, sdkType: 'frontend', headers }],
      clientApi.allowance,
    )
    return 'OK' as const
  })

export const getFrontendApiFeaturesWithPost = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getFrontendFeaturesWithPost, Entity>(
      contract.getFrontendFeaturesWithPost,
      (context, { body, headers }) =>
        evaluateForFrontend(clientApi, context, { sent: body.context ?? {}, ...requestOrigin(headers) }),
    ),
    { reply: toPageReply },
  )
