import type { FastifyInstance } from 'fastify'

import { addFormerStrategyTypes } from '#domains/flags/strategy-types/former-strategy-types.ts'
import { requireLicence } from '#domains/instance/licence/licence.ts'
import { inRanges } from '#kernel/address-ranges.ts'
import type { Runtime } from '#kernel/execute.ts'
import { readPublicUrl } from '#settings/public-url.ts'
import type { Store } from '#store/store.ts'
import { bindAll } from '#transport/http/bind.ts'
import { rateLimitsOf } from '#transport/http/rate-limit.ts'
import { RunningRequests } from '#transport/http/running-requests.ts'
import { createHttpServer } from '#transport/http/server.ts'
import { addRpcRoutes } from '#transport/rpc/http-adapter.ts'
import type { AppRouter } from './app-router.ts'
import { createAuthenticator } from './authenticate.ts'
import type { Foundation } from './domain.ts'
import { scrapedMetrics } from './open-metrics.ts'
import type { OpenTelemetry } from './open-telemetry.ts'
import type { Services } from './services.ts'
import type { UseCases } from './use-cases.ts'
import type { ClientNews } from '#domains/clients/client-news/client-news.ts'
import { recordScimRequest, type ScimAccess } from '#domains/access/scim/scim-access.ts'
import type { RequestRates } from '#domains/instance/traffic/request-rates.ts'
import type { SdkTraffic } from '#domains/clients/mirror/sdk-traffic.ts'
import type { TrafficCounter } from '#domains/instance/traffic/traffic-counter.ts'
import type { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import type { Clock } from '#kernel/clock.ts'
import type { HttpOptions } from '#transport/http/http-options.ts'

interface Dependencies {
  foundation: Foundation
  services: Services
  runtime: Runtime
  useCases: UseCases
  appRouter: () => AppRouter
  metrics: OpenTelemetry['metrics']
}

/** Servers of the HTTP contract, one for each port. */
export interface HttpServers {
  /** The requests that run, on any of them. */
  readonly requests: RunningRequests
  /** Observers of each request. */
  readonly notes: ReturnType<typeof noteRequests>
  /** Makes a server that answers as a version of the contract. */
  readonly serverOf: (contract: string) => Promise<FastifyInstance>
}

interface Observers {
  sdkTraffic: SdkTraffic | undefined
  clientNews: ClientNews
  judgedCalls: JudgedCalls
  scim: ScimAccess
  clock: Clock
  traffic: TrafficCounter
  requestRates: RequestRates
}

/** Tells who counts and judges requests of each one. */
const noteRequests = ({
  sdkTraffic,
  clientNews,
  judgedCalls,
  scim,
  clock,
  traffic,
  requestRates,
}: Observers): Required<Pick<HttpOptions, 'noteCall' | 'noteTraffic'>> &
  Pick<HttpOptions, 'noteMeasured'> => ({
  noteMeasured: sdkTraffic?.note,
  noteCall: (call) => {
    judgedCalls.note(call)
    clientNews.note(call)
    recordScimRequest(scim, call, clock)
  },
  noteTraffic: (url, status) => {
    traffic.note(url, status)
    requestRates.note(url)
  },
})

/** Paths of a mirror. */
const mirrorPathsOf = ({
  mirror,
  readiness,
}: Pick<Services, 'mirror' | 'readiness'>): Pick<HttpOptions, 'mirrorPaths'> =>
  mirror ? { mirrorPaths: { isReady: () => isServing(readiness) } } : {}

const isServing = (readiness: Services['readiness']): Promise<boolean> =>
  readiness().then(
    (problem) => problem === undefined,
    () => false,
  )

/** Prepares the servers of the HTTP contract, which share everything but the version. */
export function httpServersOf({
  foundation,
  services,
  runtime,
  useCases,
  appRouter,
  metrics,
}: Dependencies): HttpServers {
  const { config, options, store, clock } = foundation
  const { basePath, publicUrl } = readPublicUrl(config)
  const authenticate = createAuthenticator({ ...services, queries: store.queries, clock })
  const bindings = bindAll(useCases)
  const requests = new RunningRequests()
  const notes = noteRequests({ ...services, clock })
  const serverOf = async (contract: string): Promise<FastifyInstance> => {
    await bringStrategyTypes(store, contract)
    const app = await createHttpServer({
      runtime,
      bindings,
      contract,
      authenticate,
      plan: config.plan,
      allowedHosts: config.allowedHosts,
      baseUrl: publicUrl,
      basePath,
      isTrustedProxy: inRanges(config.trustedProxies),
      admission: { allowed: config.allowedClients, denied: config.deniedClients },
      ...(config.authHeader === undefined ? {} : { authHeader: config.authHeader }),
      ...mirrorPathsOf(services),
      metrics: scrapedMetrics(config, metrics, services.metricsBuffer),
      mirror: services.mirror,
      frontendOrigins: () => services.frontendOrigins.all,
      rateLimits: rateLimitsOf(config.limits),
      bodyLimits: { callSignalEndpoint: config.limits.signalPayloadBytes },
      limiter: services.limiter,
      requireLicence: () => requireLicence(store.queries, services, { contract, now: clock.now() }),
      ...notes,
      requestWatch: services.requestLog,
      ...(options.rendererDir === undefined ? {} : { rendererDir: options.rendererDir }),
      ...options.http,
    })
    await addRpcRoutes(app, { appRouter, runtime, authenticate })
    requests.watch(app.server)
    return app
  }
  return { requests, notes, serverOf }
}

/** Adds the types of strategies that a version of the contract had. */
export const bringStrategyTypes = (store: Store, contract: string): Promise<void> =>
  store.peers.inTurn('start', () => addFormerStrategyTypes(store, contract))
