import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { ClientApi } from '#domains/clients/client-api/client-api.ts'
import type { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import {
  getAllClientFeatures,
  getClientFeature,
  getDelta,
  getStreaming,
} from '#domains/clients/operations/client-api.ts'
import {
  getFrontendApiFeaturesWithPost,
  getFrontendFeatures,
} from '#domains/clients/operations/frontend-api.ts'
import { evaluateFlag, evaluateFlagsBulk } from '#domains/clients/operations/remote-evaluation.ts'
import { StreamAnnouncer } from '#domains/clients/remote-evaluation/stream-announcer.ts'
import { AccessRechecks } from '#kernel/access-rechecks.ts'
import { inRanges } from '#kernel/address-ranges.ts'
import type { Actor, Identity } from '#kernel/caller.ts'
import { systemClock } from '#kernel/clock.ts'
import { EventBus } from '#kernel/event-bus.ts'
import type { Runtime } from '#kernel/execute.ts'
import { systemIds } from '#kernel/ids.ts'
import type { Logger } from '#kernel/logger.ts'
import type { EndOfStream, WatchedRequest } from '#kernel/request-watch.ts'
import { InFlight } from '#runtime/in-flight.ts'
import { RateLimiter } from '#runtime/rate-limiter.ts'
import { ReportAllowance } from '#runtime/report-allowance.ts'
import { readPublicUrl } from '#settings/public-url.ts'
import type { Queries } from '#store/queries.ts'
import { withoutBasePath } from '#transport/http/base-path.ts'
import { bind, type Binding } from '#transport/http/bind.ts'
import { readCredentials } from '#transport/http/credentials.ts'
import { rateLimitsOf } from '#transport/http/rate-limit.ts'
import { RunningRequests } from '#transport/http/running-requests.ts'
import { createHttpServer } from '#transport/http/server.ts'
import { acceptApiKey, isOfrep } from '#transport/http/wire-formats.ts'
import { admissionOf } from '#shared/contract-engine/admission.ts'
import { isInPlan } from '#shared/instance/rules/plans.ts'
import { isServedIn } from '#shared/versions/rules/is-served-in.ts'
import type { AskedConfiguration } from './asked-configuration.ts'
import type { Beginning, FromWorker, News, SdkToken, SharedState, TokenChange } from '../messages.ts'
import { HandOn } from './hand-on.ts'
import { KnownTickets } from './known-tickets.ts'
import {
  NotedEvaluations,
  NotedRevisions,
  NotedUsage,
  toLogged,
  type NoteCollector,
} from './note-collector.ts'
import { OperationPaths } from './operation-paths.ts'

/** Maximum number of flags in the past configurations of a worker: there may be many workers. */
const MAX_PAST_FLAGS = 500_000

const ANONYMOUS: Actor = { kind: 'anonymous' }

/** A worker has no database: what asks for it goes to the main process. */
const NO_QUERIES = new Proxy({} as Queries, {
  get: () => {
    throw new TypeError('A worker reads no database.')
  },
})

interface Parts {
  beginning: Beginning
  asked: AskedConfiguration
  configuration: ClientConfiguration
  notes: NoteCollector
  logger: Logger
  send: (message: FromWorker) => void
}

/** Answers what SDKs ask most; all other requests are handed on to the main process. */
export class SdkServer {
  readonly #parts: Parts
  readonly #tokens = new TokenDirectory()
  readonly #requests = new RunningRequests()
  readonly #handOn: HandOn
  #operations = new OperationPaths([])
  readonly #isAdmitted: ReturnType<typeof admissionOf>
  readonly #rechecks = new AccessRechecks()
  readonly #clientApi: ClientApi
  #lastStream = 0
  #shared: SharedState
  #app: FastifyInstance | undefined

  constructor(parts: Parts) {
    const { shared, tokens, link, settings } = parts.beginning
    this.#parts = parts
    this.#shared = shared
    this.#handOn = new HandOn(link)
    this.#isAdmitted = admissionOf(settings.contract)
    this.#change({ all: tokens })
    this.#clientApi = this.#makeClientApi()
  }

  get openStreams(): number {
    return this.#clientApi.openStreams
  }

  /** Gets ready to answer. */
  async open(): Promise<void> {
    const bindings = this.#bindings()
    const { contract, plan } = this.#parts.beginning.settings
    const operations = bindings.map(({ operation }) => operation)
    this.#operations = new OperationPaths(
      operations.filter((one) => isServedIn(one, contract) && isInPlan(one, plan)),
    )
    const app = await this.#makeServer(bindings)
    const { server } = app
    await app.ready()
    const [answer] = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    this.#requests.watch(server)
    server.on('request', (request, response) => {
      if (answer && this.#isOwn(request)) answer(request, response)
      else this.#handOn.handle(request, response)
    })
    // it has no port of its own; its timers of slow requests start with this
    server.emit('listening')
    this.#app = app
  }

  /** Takes the connection of a client. */
  take(socket: Socket): void {
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    this.#app?.server.emit('connection', socket)
  }

  /** Takes changes. All requests from now on are answered by them. */
  note({ events, tokens, shared }: News): void {
    for (const change of tokens) this.#change(change)
    const endsStreams = shared !== undefined && shared.streamGeneration !== this.#shared.streamGeneration
    if (endsStreams) this.#clientApi.endStreams()
    if (shared) this.#shared = shared
    // each stream checks whether it may go on
    if (endsStreams || tokens.length > 0) this.#rechecks.noteWrite()
    if (events.length > 0) this.#parts.configuration.noteEvents(events)
  }

  /** Accepts nothing more, and waits for the running requests. */
  finish(): Promise<void> {
    return this.#requests.finish()
  }

  /** Tells whether a request is answered here: it is of an SDK with a token that is known. */
  #isOwn({ method = '', url = '', headers: sent }: IncomingMessage): boolean {
    if (!this.#shared.answers) return false
    const { settings } = this.#parts.beginning
    const path = withoutBasePath(url, settings.baseUriPath)
    const end = path.indexOf('?')
    const operation = this.#operations.find(method, end === -1 ? path : path.slice(0, end))
    if (!operation) return false
    const headers = isOfrep(path) ? { ...sent } : sent
    if (isOfrep(path)) acceptApiKey(headers)
    const named = settings.authHeader === undefined ? undefined : headers[settings.authHeader]
    const authorization = typeof named === 'string' ? named : headers.authorization
    const { token } = readCredentials({ ...(authorization === undefined ? {} : { authorization }) })
    const actor = token === undefined ? undefined : this.#tokens.authenticate(token, systemClock.now())
    return actor !== undefined && this.#isAdmitted(operation.audience, actor.kind)
  }

  #change(change: TokenChange): void {
    if ('removed' in change) this.#tokens.remove(change.removed)
    else if ('put' in change) this.#tokens.put(toStored(change.put))
    else {
      for (const { secret } of this.#tokens.all()) this.#tokens.remove(secret)
      for (const token of change.all) this.#tokens.put(toStored(token))
    }
  }

  #makeClientApi(): ClientApi {
    const { configuration, notes, logger, beginning, send } = this.#parts
    const { settings, deltaMark } = beginning
    return new ClientApi(configuration, {
      log: new NotedEvaluations(notes),
      seen: { note: (call) => notes.noteContext(call) },
      sdkRevisions: new NotedRevisions(configuration, notes, (sdk) => send({ kind: 'sdk-left', sdk })),
      allowance: new ReportAllowance({ clock: systemClock, logger, limits: settings.limits }),
      deltas: { mark: deltaMark, maxFlags: MAX_PAST_FLAGS },
    })
  }

  #bindings(): Binding[] {
    const { asked, notes, beginning } = this.#parts
    const { settings } = beginning
    const clientApi = this.#clientApi
    const tickets = new KnownTickets(asked, () => systemClock.now())
    const { baseUrl } = readPublicUrl(settings)
    const remoteStreams = new StreamAnnouncer({ ticketOf: tickets.of, baseUrl })
    return [
      bind(getAllClientFeatures({ clientApi })),
      bind(getFrontendFeatures({ clientApi })),
      bind(getFrontendApiFeaturesWithPost({ clientApi })),
      bind(getClientFeature({ clientApi })),
      bind(getDelta({ clientApi })),
      bind(getStreaming({ clientApi })),
      bind(evaluateFlag({ clientApi, remoteUsage: new NotedUsage(notes) })),
      bind(evaluateFlagsBulk({ clientApi, remoteStreams })),
    ]
  }

  #makeServer(bindings: readonly Binding[]): Promise<FastifyInstance> {
    const { beginning, notes, logger } = this.#parts
    const { settings } = beginning
    const { basePath, publicUrl } = readPublicUrl(settings)
    const readShared = () => this.#shared
    return createHttpServer({
      runtime: runtimeOf(beginning, logger, this.#rechecks),
      bindings,
      contract: settings.contract,
      authenticate: ({ token }) => Promise.resolve(this.#identityOf(token)),
      plan: settings.plan,
      ...(settings.timeouts ? { timeouts: settings.timeouts } : {}),
      allowedHosts: settings.allowedHosts,
      baseUrl: publicUrl,
      basePath,
      isTrustedProxy: inRanges(settings.trustedProxies),
      admission: { allowed: settings.allowedClients, denied: settings.deniedClients },
      ...(settings.authHeader === undefined ? {} : { authHeader: settings.authHeader }),
      metrics: {
        readers: 'off',
        ...(settings.isMeasured
          ? { service: { note: async (one) => notes.noteMeasured(one), read: unread } }
          : {}),
        readImpact: unread,
      },
      ...(settings.isMirror
        ? { mirror: { learn: () => Promise.resolve(), ageOf: (environment) => this.#ageOf(environment) } }
        : {}),
      frontendOrigins: () => this.#shared.frontendOrigins,
      rateLimits: rateLimitsOf(settings.limits),
      limiter: new RateLimiter(systemClock),
      requireLicence: () => Promise.resolve(),
      noteCall: notes.noteCall,
      noteTraffic: notes.noteAnswer,
      requestWatch: {
        get isOn() {
          return readShared().logsRequests
        },
        recordsBodies: false,
        note: notes.noteRequest,
        begin: this.#beginStream,
      },
    })
  }

  /** Has the main process log a stream. */
  readonly #beginStream = (request: WatchedRequest): EndOfStream => {
    const { send } = this.#parts
    const stream = ++this.#lastStream
    send({ kind: 'stream-begun', stream, request: toLogged(request) })
    return (outcome) => send({ kind: 'stream-ended', stream, outcome })
  }

  #identityOf(token: string | undefined): Identity {
    const actor = token === undefined ? undefined : this.#tokens.authenticate(token, systemClock.now())
    return { actor: actor ?? ANONYMOUS, presented: token !== undefined }
  }

  #ageOf(environment = ''): number | undefined {
    const checkedAt = new Map(Object.entries(this.#shared.checkedAt)).get(environment)
    if (checkedAt === undefined) return undefined
    return Math.max(0, Math.floor((systemClock.now().getTime() - checkedAt) / 1000))
  }
}

const unread = () => Promise.reject(new TypeError('Figures are read from the main process.'))

/** A token is known by the hash of its secret alone. */
const toStored = ({ hash, ...token }: SdkToken) => ({
  ...token,
  secret: hash,
  secretHash: hash,
  createdAt: '',
  seenAt: null,
})

/** Makes the runtime of use cases that only read the configuration of SDKs. */
function runtimeOf({ settings }: Beginning, logger: Logger, rechecks: AccessRechecks): Runtime {
  const noStore = () => Promise.reject(new TypeError('A worker writes nothing.'))
  return {
    store: { queries: NO_QUERIES, transaction: noStore, savepoint: noStore, durable: noStore },
    clock: systemClock,
    ids: systemIds,
    limits: settings.limits,
    logger,
    bus: new EventBus(logger),
    rechecks,
    loop: { begin: () => undefined, end: () => undefined },
    guards: [],
    judge: noStore,
    mutationOf: () => {
      throw new TypeError('A worker writes nothing.')
    },
    subjectOf: () => undefined,
    hiddenFrom: () => new Set(),
    hideProjects: (queries) => queries,
    readOnly: (queries) => queries,
    inFlight: new InFlight(),
    actorOf: () => Promise.resolve(undefined),
    recordEvents: noStore,
  }
}
