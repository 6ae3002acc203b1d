import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

import { AppError } from '#kernel/app-error.ts'
import { within } from '#kernel/tracing/in-span.ts'
import { TooManyRequests } from '#runtime/rate-limiter.ts'
import { SCIM_TYPE } from '#shared/access/schemas/scim.ts'
import { withoutSecrets } from '#shared/contract-engine/secret-paths.ts'
import { isInPlan } from '#shared/instance/rules/plans.ts'
import { isServedIn } from '#shared/versions/rules/is-served-in.ts'
import { addAgentRoute } from '../agents/agent-route.ts'
import { acceptAuthHeader, addMirrorPaths, admitClients, withoutFormerName } from './edge-conventions.ts'
import { adaptBinding } from './adaptations/index.ts'
import { addAdminRoutes, isInTable } from './admin-routes.ts'
import { audienceCheckOf } from './audience.ts'
import { addBasePath, withoutBasePath } from './base-path.ts'
import { type Binding, bindingOf } from './bind.ts'
import { BODY_LIMIT } from './body.ts'
import { originOf } from './caller-origin.ts'
import { clientOf } from './client.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { readCredentials } from './credentials.ts'
import { SECURITY_HEADERS } from './csp.ts'
import { errorBody, toAppError } from './error-reply.ts'
import { type HttpOptions, ROUTER_OPTIONS, type Timeouts } from './http-options.ts'
import { checkOrigin } from './local-guard.ts'
import { addMetricsRoutes } from './metrics-route.ts'
import {
  acceptApiKey,
  isManifest,
  isOfrep,
  isScim,
  manifestErrorBody,
  ofrepErrorBody,
  scimErrorBody,
} from './wire-formats.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { sentBy, addOperationRoute } from './operation-route.ts'
import { addPages } from './pages.ts'
import { parseQueryString } from './query-string.ts'
import { addTracing, endSpan } from './trace-requests.ts'
import { noteAnswer } from './watch-requests.ts'

/** Timeout for a connection to send a whole request, and the interval between checks. */
const TIMEOUTS: Timeouts = { requestMs: 60_000, checkMs: 10_000 }

/** Operations check their own schemas: Fastify need not load a validator and a serializer of its own at the start. */
const noCompiler = () => () => {
  throw new TypeError('A route has a Fastify schema. Declare schemas on the operation instead.')
}
const NO_SCHEMAS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } }

/** Paths that pages of other origins may use. */
const FRONTEND_API = /^\/+(api\/+(frontend|impressions)|ofrep|otlp)(\/|\?|$)/i

/**
 * Paths to which identity providers send browsers with a form. The form proves itself by its signature; no session counts
 * there (credentials.ts).
 */
const FORMS_OF_PROVIDERS = /^\/+auth\/+saml\/+(callback|logout)(\/|\?|$)/i

/** Paths that frontend SDKs and proxies know from Edge. The frontend API rejects them. */
const PATHS = [
  '/api/frontend/client/features',
  '/api/frontend/health',
  '/api/frontend/internal-backstage/prometheus',
]

/** Registers the paths below the frontend API that answer 405, after the check of the token. */
function addUnsupportedPaths(app: FastifyInstance, { authenticate, contract }: HttpOptions): void {
  const admit = audienceCheckOf(contract)
  for (const url of PATHS)
    app.get(url, async (request) => {
      request.identity = await authenticate(readCredentials(request.headers))
      admit('frontend', request.identity)
      throw new AppError('NotImplementedError', 'The frontend API does not support this endpoint.')
    })
}

/**
 * Creates the Fastify server for one version of the HTTP contract, with one record per error. The caller starts listening.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { runtime, contract, timeouts = TIMEOUTS, basePath = '', plan = 'enterprise' } = options
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => {
      const path = withoutBasePath(url, basePath)
      return options.mirrorPaths ? withoutFormerName(path) : path
    },
    genReqId: () => runtime.ids.uuid(),
    requestTimeout: timeouts.requestMs,
    http: { headersTimeout: timeouts.requestMs, connectionsCheckingInterval: timeouts.checkMs },
    schemaController: NO_SCHEMAS,
    frameworkErrors: (error, request, reply) => void refuse(options, error, request, reply),
    routerOptions: { ...ROUTER_OPTIONS, querystringParser: parseQueryString },
  })
  for (const name of ['identity', 'refusal', 'answered', 'endOfStream', 'span'])
    app.decorateRequest(name, undefined)
  app.decorate('isTrustedProxy', options.isTrustedProxy)
  // operations read bodies themselves, as bytes of any content type
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => refuse(options, error, request, reply))
  addTracing(app, runtime.tracer)
  const noteUntrustedProxy = onlyOnce((proxy: string) =>
    runtime.logger.warn(
      { proxy },
      'a proxy is not trusted: clients are not told apart. See `trustedProxies`',
    ),
  )
  admitClients(app, options.admission)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    if (options.authHeader !== undefined) acceptAuthHeader(request.headers, options.authHeader)
    if (isOfrep(request.url)) acceptApiKey(request.headers)
    const { host, origin } = request.headers
    const isFrontendApi = FRONTEND_API.test(request.url)
    const { isSecure, isShared, isHidden } = clientOf(request)
    if (isShared && isHidden) noteUntrustedProxy(request.ip)
    const sent = { host, origin, isSecure }
    checkOrigin(sent, options, isFrontendApi || FORMS_OF_PROVIDERS.test(request.url))
    if (!isFrontendApi) return
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.headers(corsHeaders(origin, options.frontendOrigins()))
    if (request.method !== 'OPTIONS') return
    const requested = request.headers['access-control-request-headers']
    return reply.code(204).headers(preflightHeaders(requested)).send()
  })
  addBasePath(app, basePath)
  app.addHook('onResponse', async (request, reply) => {
    options.noteTraffic?.(request.url, reply.statusCode)
    const path = withoutSecrets(request.url)
    noteAnswer(options, request, reply, path)
    const fields = {
      requestId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    }
    within(request.span, () => runtime.logger.debug(fields, 'request'))
    endSpan(request, reply)
  })

  const bindings = options.bindings
    .map((binding) => inForce(binding, contract))
    .filter(({ operation }) => isServedIn(operation, contract) && isInPlan(operation, plan))
  for (const binding of bindings)
    if (!isInTable(binding, options)) addOperationRoute(app, adaptBinding(binding, contract), options)
  const inTable = bindings.filter((binding) => isInTable(binding, options))
  addAdminRoutes(app, inTable, options)
  openApiRoutes(app, {
    version: contract,
    operations: bindings.map((binding) => binding.operation),
    basePath,
  })
  addUnsupportedPaths(app, options)
  addAgentRoute(app, bindings, options)
  addMetricsRoutes(app, options.metrics, options.noteMeasured)
  if (options.mirrorPaths) addMirrorPaths(app, options.mirrorPaths)
  addPages(app, options)
  return app
}

/** Runs a function the first time only. */
function onlyOnce<T>(run: (value: T) => void): (value: T) => void {
  let isDone = false
  return (value) => {
    if (isDone) return
    isDone = true
    run(value)
  }
}

/** Operation in the form of one contract version. */
const inForce = (binding: Binding, contract: string): Binding =>
  binding.formerly && isServedIn(binding.formerly.operation, contract) ? binding.formerly : binding

/** It may have been refused before anybody asked who it is. */
async function tellOfRefusal(
  { authenticate, runtime }: HttpOptions,
  onRefused: NonNullable<Binding['onRefused']>,
  request: FastifyRequest,
  refusal: AppError,
): Promise<void> {
  try {
    const identity = await authenticate(readCredentials(request.headers))
    const params = request.params as Record<string, string>
    const { method, url } = request
    const { ip } = clientOf(request)
    const sent = sentBy(request)
    onRefused({ method, url, params, identity, refusal, sent, ...originOf(request, identity), ip })
  } catch (error) {
    runtime.logger.warn({ err: error, requestId: request.id }, 'a refusal was not noted')
  }
}

/** Sends an error as one record, with the id under which it is logged (docs/architecture.md#errors). */
function refuse(
  options: HttpOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toAppError(error, options.runtime.logger, request.id)
  request.refusal = refusal
  const binding = bindingOf(request)
  const { contract } = options
  const body = bodyOf(refusal, request, { id: request.id, contract, operation: binding?.operation })
  if (options.requestWatch?.recordsBodies) request.answered = body
  if (binding) {
    const { operationId } = binding.operation
    options.onAnswer?.({ operationId, contract, status: refusal.status, body })
    if (binding.onRefused) void tellOfRefusal(options, binding.onRefused, request, refusal)
  }
  reply.headers(refusal.headers)
  const hasOwnForm = isScim(request.url) || isOfrep(request.url) || binding?.operation.protobuf !== undefined
  if (refusal instanceof TooManyRequests && !hasOwnForm) {
    return reply.code(429).header('content-type', 'text/html; charset=utf-8').send(refusal.message)
  }
  return reply
    .code(refusal.status)
    .header('content-type', isScim(request.url) ? SCIM_TYPE : 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function bodyOf(
  refusal: AppError,
  { url, params }: FastifyRequest,
  surroundings: Parameters<typeof errorBody>[1],
): object {
  if (isScim(url)) return scimErrorBody(refusal)
  const record = errorBody(refusal, surroundings)
  if (isManifest(url)) return manifestErrorBody(refusal, record)
  return isOfrep(url) ? ofrepErrorBody(refusal, record, params) : record
}
