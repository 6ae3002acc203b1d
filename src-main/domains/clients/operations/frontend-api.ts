import type { Reply } from '#kernel/route.ts'
import type { Entity } from '#kernel/etag.ts'
import { buffered, mutation, query, served, type QueryContext } from '#kernel/use-case.ts'
import type { OverlayHeaders } from '#shared/flags/schemas/override.ts'
import * as contract from '#shared/clients/contract/frontend-api.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { takeMetrics, type MetricsServices } from '../client-api/take-metrics.ts'
import {
  requestOrigin,
  addressOf,
  hasSessionId,
  toContext,
  withoutSession,
} from '../frontend-api/frontend-context.ts'
import { nameOf } from '#kernel/caller.ts'
import { reporterOf } from '#runtime/report-allowance.ts'

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
        evaluateForFrontend(clientApi, context, { sent, headers, ...requestOrigin(headers) }),
    ),
    { reply: toPageReply },
  )

interface FrontendRequest {
  /** The context as sent. */
  sent: Record<string, unknown>
  /** All flags, each with why it is as it is (docs/architecture.md#reasons). */
  withReasons: boolean
  appName: string | undefined
  sdk: string | undefined
  headers: OverlayHeaders
}

/**
 * Evaluates every flag the token may see and answers those that are on (docs/contract/clients.md#frontend-api;
 * document: "Events", 4).
 */
async function evaluateForFrontend(
  api: ClientApi,
  context: QueryContext,
  { sent, headers, withReasons, appName, sdk }: FrontendRequest,
): Promise<Entity> {
  const { caller, now, ids } = context
  const scope = await api.scopeOf(context)
  const configuration = await api.viewFor(scope.environment, { actor: caller.actor, headers })
  const evaluationContext = toContext(sent, {
    environment: scope.environment,
    remoteAddress: addressOf(caller),
    random: () => ids.random(),
  })
  const isSessionMadeUp = !hasSessionId(sent)
  const { entity, on } = await api.frontendAnswers.of({
    configuration,
    environment: scope.environment,
    projects: scope.projects,
    context: evaluationContext,
    isSessionMadeUp,
    form: withReasons ? 'reasoned' : 'on',
    now,
    random: () => ids.random(),
  })
  api.log.note({
    kind: 'frontend',
    at: now,
    appName: evaluationContext.appName ?? appName,
    tokenName: nameOf(caller.actor),
    environment: scope.environment,
    projects: scope.projects,
    status: 200,
    enabled: on,
    context: evaluationContext,
    answered: configuration,
    revision: configuration.revision,
  })
  api.seen.note({
    environment: scope.environment,
    projects: scope.projects,
    context: isSessionMadeUp ? withoutSession(evaluationContext) : evaluationContext,
    origin: 'all-flags',
    sdk,
    reporter: reporterOf(caller.actor),
    at: now,
  })
  return entity
}

export const registerFrontendMetrics = (services: MetricsServices) =>
  buffered(contract.registerFrontendMetrics, async (context, { body, headers }) => {
    await takeMetrics(services, context, body, headers)
    return 'OK' as const
  })

export const registerFrontendClient = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(contract.registerFrontendClient, async (context, { body, headers }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    await clientApi.register(context, [
      { application: body, environment, projects, sdkType: 'frontend', headers },
    ])
    return 'OK' as const
  })

export const getFrontendApiFeaturesWithPost = ({ clientApi }: { clientApi: ClientApi }) =>
  served(
    query<typeof contract.getFrontendFeaturesWithPost, Entity>(
      contract.getFrontendFeaturesWithPost,
      (context, { body, headers }) =>
        evaluateForFrontend(clientApi, context, {
          sent: body.context ?? {},
          headers,
          ...requestOrigin(headers),
        }),
    ),
    { reply: toPageReply },
  )
