import { nameOf } from '#kernel/caller.ts'
import type { Entity } from '#kernel/etag.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { addressOf, hasSessionId, toContext, withoutSession } from './frontend-context.ts'

interface FrontendRequest {
  /** The context as sent. */
  sent: Record<string, unknown>
  /** All flags, each with why it is as it is (ADR 0011). */
  withReasons: boolean
  appName: string | undefined
}

/**
 * Evaluates every flag the token may see and answers those that are on (docs/contract/clients.md#frontend-api;
 * document: "Events", 4).
 */
export async function evaluateForFrontend(
  api: ClientApi,
  context: QueryContext,
  { sent, withReasons, appName }: FrontendRequest,
): Promise<Entity> {
  const { caller, now, ids } = context
  const scope = await api.scopeOf(context)
  const configuration = await api.configuration.of(scope.environment)
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
    reporter: reporterOf(caller.actor),
    at: now,
  })
  return entity
}
