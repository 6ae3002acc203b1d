import type { z } from 'zod'

import { AppError } from '#kernel/app-error.ts'
import { nameOf } from '#kernel/caller.ts'
import type { Entity } from '#kernel/etag.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import type { RemoteRequest } from '#shared/clients/schemas/remote-evaluation.ts'
import type { OverlayHeaders } from '#shared/flags/schemas/override.ts'
import { audiencesOf } from '../client-api/overlay-views.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import type { EvaluationRequest } from '../frontend-api/evaluate-set.ts'
import { addressOf, toContext, withoutSession } from '../frontend-api/frontend-context.ts'
import type { ContextOrigin } from '../seen-contexts/seen-contexts.store.ts'
import type { UsageSink } from './remote-usage.ts'

type Body = z.output<typeof RemoteRequest>

/** Results of all flags. */
export interface BulkEvaluation {
  readonly entity: Entity
  /** True if the caller has these results already. */
  readonly isFresh: boolean
}

/** Evaluates all flags that the caller may see. */
export async function evaluateAllRemotely(
  api: ClientApi,
  context: QueryContext,
  { body, headers }: { body: Body; headers: OverlayHeaders & { 'unleash-appname'?: string | undefined } },
): Promise<Entity> {
  const request = await toRequest(api, context, 'all-flags', body, headers)
  const { entity, on } = await api.frontendAnswers.of({ ...request, form: 'remote' })
  const { configuration, environment, projects, context: evaluated } = request
  api.log.note({
    kind: 'frontend',
    at: context.now,
    appName: evaluated.appName ?? headers['unleash-appname'],
    tokenName: nameOf(context.caller.actor),
    environment,
    projects,
    status: 200,
    enabled: on,
    context: evaluated,
    answered: configuration,
    revision: configuration.revision,
  })
  return entity
}

/** Evaluates a single flag, and counts that. Throws 404 if the caller sees none of that name, and 400 if it has no result. */
export async function evaluateOneRemotely(
  api: ClientApi,
  context: QueryContext,
  { key, body, headers, usage }: { key: string; body: Body; headers: OverlayHeaders; usage: UsageSink },
): Promise<unknown> {
  const request = await toRequest(api, context, 'one-flag', body, headers)
  const { configuration, environment, projects, now } = request
  const feature = configuration.features.get(key)?.feature
  if (!feature || !(projects.includes('*') || projects.includes(feature.project)))
    throw new AppError('NotFoundError', `There is no flag "${key}" that this token may see.`, {
      extra: { key, errorCode: 'FLAG_NOT_FOUND' },
    })
  const { evaluation, result } = await api.frontendAnswers.one(request, feature)
  if ('errorCode' in result) throw new AppError('BadDataError', result.errorDetails, { extra: result })
  const { appName } = request.context
  const { actor } = context.caller
  const audiences = audiencesOf(actor, headers)
  usage.note(actor, { evaluation, appName, scope: { environment, projects }, audiences, now })
  return result
}

type Sent = NonNullable<z.output<typeof RemoteRequest>['context']>

/**
 * Converts a context of OpenFeature to that of the frontend API. The targeting key is the user and the session, unless the
 * context names these itself. An empty key counts as none.
 */
function fromRemoteContext({ targetingKey: key, ...fields }: Sent): Record<string, unknown> {
  const { userId, sessionId } = fields
  const user = isScalar(userId) ? userId : key
  const session = isScalar(sessionId) ? sessionId : key || user
  return {
    ...fields,
    ...(key ? { targetingKey: key } : {}),
    ...(user ? { userId: user } : {}),
    ...(session ? { sessionId: session } : {}),
  }
}

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

async function toRequest(
  api: ClientApi,
  context: QueryContext,
  origin: ContextOrigin,
  { context: sent = {} }: Body,
  headers: OverlayHeaders,
) {
  const { caller, now, ids } = context
  const { environment, projects } = await api.scopeOf(context)
  const configuration = await api.viewFor(environment, { actor: caller.actor, headers })
  const random = () => ids.random()
  const known = fromRemoteContext(sent)
  const isSessionMadeUp = known['sessionId'] === undefined
  const evaluated = toContext(known, { environment, remoteAddress: addressOf(caller), random })
  const request: EvaluationRequest = {
    configuration,
    environment,
    projects,
    context: evaluated,
    isSessionMadeUp,
    now,
    random,
  }
  api.seen.note({
    environment,
    projects,
    context: isSessionMadeUp ? withoutSession(evaluated) : evaluated,
    origin,
    reporter: reporterOf(caller.actor),
    at: now,
  })
  return request
}
