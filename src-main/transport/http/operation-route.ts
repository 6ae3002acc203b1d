import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gte } from 'semver'

import { ownValue } from '#shared/own-value.ts'
import { hasBody, type Operation, type Audience } from '#shared/contract/index.ts'
import type { OverlayHeaders } from '#shared/flags/schemas/override.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor, Caller, Identity } from '#kernel/caller.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { Flight } from '#runtime/in-flight.ts'
import { reporterOf } from '#runtime/report-allowance.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import type { Reply, SentRequest } from '#kernel/route.ts'
import { UnreadBody } from '#kernel/parse-request.ts'
import { hasLongLists, longListsJson, withUsualLists } from '#runtime/long-list.ts'
import { LongText } from '#runtime/long-text.ts'
import { audienceCheckOf, validityOf } from './audience.ts'
import { originOf } from './caller-origin.ts'
import { clientOf } from './client.ts'
import { countRequest, type CountedRequest } from './count-request.ts'
import type { Binding } from './bind.ts'
import { BODY_LIMIT, readBody } from './body.ts'
import { readCredentials } from './credentials.ts'
import type { HttpOptions } from './http-options.ts'
import { answerInProtobuf, readEitherForm, takesProtobuf } from './protobuf/protobuf-route.ts'
import { isPacked, unpackBody } from './packed-body.ts'
import { JSON_TYPE, sendEntity, sendOnce, sendValue, vary } from './send-json.ts'
import { noteStream } from './watch-requests.ts'
import type { Limit } from '#runtime/rate-limiter.ts'
import type { RateLimits, SharedLimit } from './rate-limit.ts'

/** Bytes of a body that are not worth waiting for. */
const SMALL_BODY = 8 * 1024
/** Bytes of an answer that a client which does not read may keep for longer. */
const SMALL_ANSWER = 64 * 1024
/** Longest time in which nothing of a larger answer is read. */
const UNREAD_MS = 60_000

/** Answers the requests of one operation, whatever route they came by. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Registers the route of one operation. */
export function addOperationRoute(app: FastifyInstance, binding: Binding, options: HttpOptions): void {
  const { operation } = binding
  const bodyLimit = bodyLimitOf(operation, options)
  // a preview of a link must not use it up
  const isStep = binding.writes && operation.method === 'GET'
  if (isStep) app.head(operation.path, refuseHead)
  app.route({
    method: operation.method,
    url: operation.path,
    ...(isStep ? { exposeHeadRoute: false } : {}),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(takesProtobuf(operation) ? { onSend: answerInProtobuf(operation) } : {}),
    config: { binding },
    handler: handlerOf(binding, options),
  })
}

const refuseHead = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.header('allow', 'GET')
  throw new AppError('NotImplementedError', 'This address does something when it is opened: use GET.')
}

/** Finds the most bytes that a request of the operation may have; undefined: as many as any other. */
export const bodyLimitOf = (
  { operationId, bodyLimit }: Operation,
  { bodyLimits = {} }: HttpOptions,
): number | undefined => ownValue(bodyLimits, operationId) ?? bodyLimit

const SHARED_SINCE = '8.2.0'

/** Header by which a request asks for overrides of its own. */
const OVERLAY_HEADER: keyof OverlayHeaders = 'x-halyard-overlay'

const OF_SDKS: ReadonlySet<Audience> = new Set(['client', 'frontend', 'sdk'])

const USER_ADMIN = /^\/api\/admin\/user-admin(\/|$)/

/**
 * Finds the rate limits of an operation under a version of the contract: for all callers, and for personal
 * access tokens.
 */
function limitOf(
  { operationId, method, path, audience }: Pick<Operation, 'operationId' | 'method' | 'path' | 'audience'>,
  { perMinute, perSecond, shared }: RateLimits,
  contract: string,
): { anybody: Limit | undefined; accountToken: Limit | undefined } {
  const isShared = gte(contract, SHARED_SINCE)
  const limit = (name: string, calls: number | undefined, seconds = 60): Limit | undefined =>
    calls === undefined ? undefined : { name, calls, seconds }
  const together = (name: SharedLimit) => (isShared ? limit(name, shared?.[name]) : undefined)
  // recorded exchanges users/* of 8.2: every POST there counts as creating a user
  const own = isShared && method === 'POST' && USER_ADMIN.test(path) ? 'createUser' : operationId
  const anybody =
    limit(own, ownValue(perSecond ?? {}, own), 1) ??
    limit(own, ownValue(perMinute, own)) ??
    (operationId === 'searchFeatures' ? together('search') : undefined) ??
    (OF_SDKS.has(audience) ? together('sdk') : undefined)
  return { anybody, accountToken: anybody ?? together('account-token') }
}

/**
 * Makes the handler of one operation. Checks run in this order: identity (401, 403), rate (429), JSON (400), then the use
 * case: permission (403), content (415, 400).
 */
export function handlerOf(binding: Binding, options: HttpOptions): Handler {
  const { operation } = binding
  const admit = audienceCheckOf(options.contract)
  const limit = limitOf(operation, options.rateLimits, options.contract)
  const needsLicence = isLicensed(operation)
  const isOfSdks = OF_SDKS.has(operation.audience)
  const identifySdk = sdkAuthenticator(options)
  const isOfAdmins = operation.audience === 'admin' || operation.audience === 'scim'
  const hasOverlays = OVERLAY_HEADER in operation.headers.shape
  const readsHeaders = Object.keys(operation.headers.shape).length > 0
  const mostBytes = bodyLimitOf(operation, options) ?? BODY_LIMIT
  return async (request, reply) => {
    const identity = await (isOfSdks ? identifySdk : options.authenticate)(readCredentials(request.headers))
    request.identity = identity
    const noted: Writable<HttpExchange> = {
      request,
      operation,
      actor: identity.actor,
      isAdmitted: false,
      status: 500,
      contract: options.contract,
    }
    let counted: CountedRequest | undefined
    const { length: sent } = sentBy(request).bytes
    const isUnpacked = hasBody(operation) && isPacked(request.headers)
    const isCounted = isOfAdmins || sent > SMALL_BODY || isUnpacked || takesProtobuf(operation)
    const flight = isCounted ? flightOf(reply, options.runtime, identity.actor) : undefined
    let isSentAsMade = false
    try {
      const caller: Caller = {
        ...(flight ? { flight } : {}),
        actor: binding.admit
          ? binding.admit(identity, request.params as Record<string, string>, sentBy(request))
          : admit(operation.audience, identity),
        requestId: request.id,
        contract: options.contract,
        isStillValid: validityOf(options.authenticate, request.headers, identity),
        ...originOf(request, identity),
      }
      noted.actor = caller.actor
      if (isOfSdks) noteAge(reply, options, caller.actor)
      // answers to all others are those that were published
      if (hasOverlays && OVERLAY_HEADER in request.headers) vary(reply, OVERLAY_HEADER)
      noted.isAdmitted = true
      if (needsLicence) await options.requireLicence()
      counted = countRequest(options.limiter, isAccountToken(identity) ? limit.accountToken : limit.anybody, {
        client: clientOf(request),
        actor: identity.actor,
        accountOf: () => binding.accountOf?.(sentBy(request), request.params as Record<string, string>),
      })
      reply.headers(counted.headers)
      if (sent > SMALL_BODY) {
        flight?.note(sent)
        await flight?.room()
      }
      const { bytes: packed } = sentBy(request)
      const bytes = isUnpacked ? await unpackBody(request.headers, packed, mostBytes) : packed
      if (bytes !== packed && !(bytes instanceof UnreadBody)) flight?.note(bytes.length)
      const body = await bodyOf(operation, request.headers, bytes)
      if (!(body instanceof UnreadBody)) noted.body = body
      const answered = await binding.answer(options.runtime, caller, {
        params: request.params,
        query: request.query,
        ...(readsHeaders ? { headers: request.headers } : {}),
        ...(body === undefined ? {} : { body }),
      })
      const isWatched = options.onAnswer !== undefined || options.requestWatch?.recordsBodies === true
      const answer = isWatched ? await whole(answered) : answered
      noted.status = answer.status
      options.onAnswer?.({
        operationId: operation.operationId,
        contract: options.contract,
        status: answer.status,
        body: answer.body,
        ...(answer.entity ? { bytes: answer.entity.bytes } : {}),
      })
      if (options.requestWatch?.recordsBodies)
        request.answered = answer.entity?.bytes ?? answer.bytes ?? answer.body
      if (answer.stream) noteStream(options, request, reply)
      isSentAsMade = hasLongLists(answer.body)
      return await send(request, reply, answer, flight)
    } catch (error) {
      if (error instanceof AppError) noted.status = error.status
      // who may not do it uses up nobody's rate; a guess at a password stays counted
      if (noted.status === 403 && identity.actor.kind !== 'anonymous') counted?.refund()
      throw error
    } finally {
      if (!isSentAsMade) flight?.finish()
      // a request with an unknown token has no caller to report
      if (noted.actor.kind !== 'anonymous' || noted.isAdmitted || !identity.presented)
        options.noteCall?.(noted)
    }
  }
}

/** Reads the body that an operation wants, in each form that it takes. */
function bodyOf(operation: Operation, headers: IncomingHttpHeaders, bytes: Buffer | UnreadBody): unknown {
  if (bytes instanceof UnreadBody) return bytes
  if (takesProtobuf(operation)) return readEitherForm(operation, headers, bytes)
  return hasBody(operation) ? readBody(operation, headers, bytes) : undefined
}

/** Finds the identity of an SDK. A mirror asks its upstream for a token that it does not know. */
const sdkAuthenticator =
  ({ authenticate, mirror }: HttpOptions): HttpOptions['authenticate'] =>
  async (credentials) => {
    const identity = await authenticate(credentials)
    const { token } = credentials
    if (!mirror || token === undefined || identity.actor.kind !== 'anonymous') return identity
    await mirror.learn(token)
    return authenticate(credentials)
  }

/** Says in an answer of a mirror how old its flags are, at most. */
function noteAge(reply: FastifyReply, { mirror }: HttpOptions, actor: Actor): void {
  const age = mirror?.ageOf('environment' in actor ? actor.environment : undefined)
  if (age !== undefined) reply.header('halyard-upstream-age', String(age))
}

/** Operations of the Admin API without which nobody could enter a licence key. */
const UNLICENSED: readonly string[] = ['getMe', 'getUiConfig']
const isLicensed = ({ audience, tag, operationId }: Operation) =>
  audience === 'admin' && tag !== 'Licence' && !UNLICENSED.includes(operationId)

/** Finds the request as it came in. */
export const sentBy = ({ headers, body }: FastifyRequest): SentRequest => ({
  headers,
  bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})

/** Checks whether a user or a service account sent its own token. */
const isAccountToken = ({ actor, presented, session }: Identity): boolean =>
  actor.kind === 'user' && presented && session === undefined

/** Begins to count what a request holds, until its answer is sent. */
function flightOf({ raw }: FastifyReply, { inFlight }: Runtime, actor: Actor): Flight {
  const flight = inFlight.begin(reporterOf(actor))
  for (const end of ['finish', 'close']) raw.once(end, () => flight.close())
  return flight
}

/** Notes that the text of an answer is made, and waits for its client. One that does not read is cut off. */
function noteMade({ raw }: FastifyReply, flight: Flight | undefined, length: number): void {
  flight?.finish(length)
  if (length > SMALL_ANSWER) raw.setTimeout(UNREAD_MS, () => raw.destroy())
}

/** Makes all of an answer before it is sent, for who looks at it. */
const whole = async (answer: Reply): Promise<Reply> =>
  hasLongLists(answer.body) ? { ...answer, body: await withUsualLists(answer.body) } : answer

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Sends an answer (docs/contract/http.md#etag). */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, bytes, entity, stream, headers }: Reply,
  flight: Flight | undefined,
): Promise<FastifyReply> {
  reply.code(status)
  if (headers) reply.headers(headers)
  if (bytes) {
    noteMade(reply, flight, bytes.length)
    return sendOnce(request, reply, bytes)
  }
  if (entity) return sendEntity(request, reply, entity)
  if (stream)
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(stream)
  if (body === undefined) return reply.send()
  if (typeof body === 'string' || body instanceof LongText)
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .send(typeof body === 'string' ? body : Readable.from(body.parts, { objectMode: false }))
  if (hasLongLists(body)) {
    // until then its request is at work
    for (const end of ['finish', 'close']) reply.raw.once(end, () => flight?.finish())
    return reply
      .header('content-type', JSON_TYPE)
      .send(Readable.from(longListsJson(body), { objectMode: false }))
  }
  return sendValue(request, reply, body, (length) => noteMade(reply, flight, length))
}
