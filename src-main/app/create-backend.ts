import type { FastifyInstance } from 'fastify'

import { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { AddonOutbox } from '#domains/integrations/addons/addon-outbox.ts'
import { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { countInstancesSince } from '#domains/clients/applications/instances.read-model.ts'
import { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { CustomMetricBound } from '#domains/flags/custom-metrics/custom-metric-bound.ts'
import { EdgeGate } from '#domains/clients/edge/hmac.ts'
import { readInstanceId } from '#domains/instance/instance/instance-id.ts'
import { ListeningPorts } from '#domains/versions/listeners/listening-ports.ts'
import { readListeners } from '#domains/versions/listeners/listeners.store.ts'
import { requireLicence } from '#domains/instance/licence/licence.ts'
import { MaintenanceMode } from '#domains/instance/maintenance/maintenance-mode.ts'
import { PersonalTokenDirectory } from '#domains/access/personal-tokens/personal-token-directory.ts'
import { RemoteInstances } from '#domains/transfer/remotes/remote-instances.ts'
import { RetentionClock } from '#domains/instance/retention/retention-clock.ts'
import { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import { ScimAccess } from '#domains/access/scim/scim-access.ts'
import { SamlRequests } from '#domains/access/saml/saml-requests.ts'
import { KnownBrowsers } from '#domains/access/sessions/known-browsers.ts'
import { SignInLimits } from '#domains/access/sessions/sign-in-limits.ts'
import { openOidc } from '#domains/access/oidc/oidc-services.ts'
import { enablePasswords } from '#domains/access/single-sign-on/enable-passwords.ts'
import { readSignInMethods } from '#domains/access/single-sign-on/password-settings.ts'
import { SignInLog } from '#domains/access/single-sign-on/sign-in-log.ts'
import { SignInLinks } from '#domains/access/sessions/sign-in-links.ts'
import { openSignals } from '#domains/signals/signals/signal-services.ts'
import { addFormerStrategyTypes } from '#domains/flags/strategy-types/former-strategy-types.ts'
import { openRequestLog } from '#domains/instance/request-log/request-log.ts'
import { RequestRates } from '#domains/instance/traffic/request-rates.ts'
import { TrafficCounter } from '#domains/instance/traffic/traffic-counter.ts'
import { FrontendOrigins } from '#domains/instance/ui-config/frontend-origins.ts'
import { targetOf } from '#kernel/address-policy.ts'
import { inRanges } from '#kernel/address-ranges.ts'
import { systemClock, type Clock } from '#kernel/clock.ts'
import { EventBus } from '#kernel/event-bus.ts'
import { writeAsSystem } from '#kernel/execute.ts'
import { systemIds, type Ids } from '#kernel/ids.ts'
import { LoopWatch } from '#runtime/loop-watch.ts'
import { RateLimiter } from '#runtime/rate-limiter.ts'
import { ReportAllowance } from '#runtime/report-allowance.ts'
import { sealerOf } from '#kernel/sealer.ts'
import { sealingKeysIn } from '#store/sealing-keys.ts'
import type { Store } from '#store/store.ts'
import { bindAll } from '#transport/http/bind.ts'
import { sendInternally } from '#transport/http/internal-request.ts'
import { rateLimitsOf } from '#transport/http/rate-limit.ts'
import { RunningRequests } from '#transport/http/running-requests.ts'
import { createHttpServer } from '#transport/http/server.ts'
import { addRpcRoutes } from '#transport/rpc/http-adapter.ts'
import type { Services } from './services.ts'
import { appRouterOf, procedureKindOf } from './app-router.ts'
import { createAuthenticator } from './authenticate.ts'
import type { Backend, BackendOptions } from './backend.ts'
import { startBackups } from './start-backups.ts'
import { statusOf } from './instance-status.ts'
import { supportFactsOf } from './support-facts.ts'
import { routeOptionsOf } from './route-options.ts'
import { checkSealingKey, noteSealingKey } from '#settings/check-sealing-key.ts'
import { closeBackend } from './close-backend.ts'
import { copiesOf, reloadAll, OthersFollower, OwnWrites } from './follow-others.ts'
import { importAtStart, requireImportServed, seed } from './first-content.ts'
import { followScenario, scenarioSourceOf } from '../cli/follow-scenario.ts'
import { noteRequests } from './note-requests.ts'
import { startFlushing } from './flush-buffers.ts'
import { openBackendStore } from './open-backend-store.ts'
import { codeFileFinder, openCodeScans } from './open-code-scans.ts'
import { openClientApi } from './open-client-api.ts'
import { openDatabase } from './open-database.ts'
import { openEmail } from './open-email.ts'
import { openMetrics, scrapedMetrics } from './open-metrics.ts'
import { openTelemetry } from './open-telemetry.ts'
import { openMetricsBuffer } from './open-metrics-buffer.ts'
import { createPortOpener } from './additional-ports.ts'
import { runJobs, startJobs } from './jobs.ts'
import { licenceRule } from './licence-rule.ts'
import { listen } from './listen.ts'
import { readPublicUrl } from '#settings/public-url.ts'
import { readinessOf } from './readiness.ts'
import { createRuntime } from './runtime.ts'
import { settingsAccess } from '#settings/settings-access.ts'
import { firstAdmin, scenarioActs } from '../cli/scenario-acts.ts'
import { snapshotActs } from '../cli/snapshot-acts.ts'
import { serviceOutbound } from './service-outbound.ts'
import { useCasesOf } from './use-cases.ts'
import { windowContext } from './window-context.ts'
import { workInProgress } from './work-in-progress.ts'

/** SDKs send metrics once a minute: those not heard of in so long have gone. */
const RECENT_MS = 5 * 60_000
/** Timeout of an integration's response, and the pause before the next attempt. */
const ADDON_TIMEOUT_MS = 10_000
const ADDON_PAUSE_MS = 500

/** Puts everything together: the only place that does. Throws what openStore throws, and for a bad initial token. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { clock = systemClock, ids = systemIds } = options
  requireImportServed(options.config)
  const store = await openBackendStore(options, clock)
  try {
    return await assemble(store, options, clock, ids)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function assemble(store: Store, options: BackendOptions, clock: Clock, ids: Ids): Promise<Backend> {
  const { config, logger } = options
  const sealer = sealerOf(sealingKeysIn(config.dataDir, options.osProtection, config.sealingKey))
  // ahead of everything that writes: another key would be lost, or lose the stored secrets
  await store.others.inTurn('start', () => checkSealingKey(store, sealer, options))
  // one Halyard after the other, where several begin on an empty database
  await store.others.inTurn('start', () => seed(store, config, clock, ids))
  // before the copies in memory are read: they are as new as this event, or newer
  const lastEventId = await readLastEventId(store.queries)
  const access = new AccessDirectory(store.queries, logger)
  await access.reload()
  const tokens = new TokenDirectory()
  await tokens.load(store.queries)
  const personalTokens = new PersonalTokenDirectory()
  await personalTokens.load(store.queries)
  const scim = new ScimAccess()
  await scim.load(store.queries)
  const signals = await openSignals(store.queries, {
    callOverHttp: (request) => sendInternally(http, config.baseUriPath, request),
    now: () => clock.now(),
    logger,
    sealer,
  })
  const configuration = new ClientConfiguration(store.queries)
  await configuration.load()
  const allowance = new ReportAllowance({ clock, logger, limits: config.limits })
  const seenContexts = new SeenContexts(config.limits.seenContexts, allowance)
  await seenContexts.load(store.queries)
  const judgedCalls = new JudgedCalls(clock)
  await judgedCalls.load(store.queries)
  const loop = new LoopWatch(clock, logger)
  const maintenance = new MaintenanceMode()
  await maintenance.load(store.queries)
  const frontendOrigins = new FrontendOrigins(config.frontendApiOrigins)
  await frontendOrigins.load(store.queries)
  const traffic = new TrafficCounter(clock)
  await traffic.load(store.queries)
  const requestRates = new RequestRates(clock)
  const requestLog = await openRequestLog(store.queries, clock, (id) => procedureKindOf(appRouter(), id))
  const bus = new EventBus(logger)
  bus.subscribe(configuration.noteEvents)
  bus.subscribe(seenContexts.noteEvents)
  bus.subscribe(judgedCalls.noteEvents)

  let url: string | null = null
  let isDraining = false
  let follower: OthersFollower | undefined = undefined
  const scenarioSource = scenarioSourceOf(config)
  const status = () => statusOf({ store, config, maintenance, loop, scenarioSource }, url)
  const limiter = new RateLimiter(clock)
  const { basePath, publicUrl, baseUrl } = readPublicUrl(config)
  const actionPace = { intervalSeconds: config.actionsIntervalSeconds, perCycle: config.actionsPerCycle }
  const listeningPorts = new ListeningPorts(
    createPortOpener({ host: config.host, basePath, serverOf: (contract) => serverOf(contract) }),
    config.listeners,
  )
  // until a port is open, use the configured one
  const pagesUrl = () => (publicUrl === '' ? (url ?? `http://localhost:${config.port}${basePath}`) : baseUrl)
  const { operators, users: outbound } = serviceOutbound(config, {
    logger,
    systemProxies: options.systemProxies,
    isOwnPort: (port) => listeningPorts.has(port) || (url !== null && targetOf(new URL(url)).port === port),
  })
  const code = openCodeScans(options, clock)
  const database = openDatabase({
    config,
    store,
    wasm: options.wasm,
    clock,
    logger,
    flush: () => flushing.flush().then(() => noteSealingKey(store, sealer)),
  })
  const work = () => workInProgress(loop, database.databaseMove)
  const isPaused = () => maintenance.isOn || database.databaseMove.holdsWrites
  const addonOutbox = new AddonOutbox({
    store,
    clock,
    logger,
    isPaused,
    terms: { outbound: outbound.within({ timeoutMs: ADDON_TIMEOUT_MS }), pagesUrl, pauseMs: ADDON_PAUSE_MS },
  })
  const signInLinks = new SignInLinks(clock, sealer)
  const knownBrowsers = new KnownBrowsers({ clock, ids, sealer })
  const instanceId = await store.others.inTurn('start', () => readInstanceId(store, ids))
  const { emailConfig, emailOutbox } = await openEmail({
    config,
    store,
    clock,
    logger,
    sealer,
    outbound: { operators, admins: outbound },
    instanceId,
    pagesUrl,
    isPaused,
    seesProject: (id, project) => !access.hiddenFrom({ kind: 'user', id, username: '' }).has(project),
    ...(options.emailTimes ? { times: options.emailTimes } : {}),
  })
  const services: Services = {
    ...database,
    ...code,
    settingsFile: settingsAccess(config),
    supportFacts: () => supportFactsOf({ ...services, work, logger })(),
    access,
    actionPace,
    tokens,
    personalTokens,
    ...openClientApi({ configuration, seenContexts, allowance, tokens, sealer, clock, baseUrl }),
    judgedCalls,
    listeningPorts,
    remotes: new RemoteInstances(operators, sealer),
    outbound,
    addonOutbox,
    emailConfig,
    emailOutbox,
    scim,
    now: () => clock.now(),
    signInLinks,
    knownBrowsers,
    signInLimits: new SignInLimits(limiter, knownBrowsers, options.failedSignIns),
    signInMethods: readSignInMethods,
    oidc: openOidc(sealer, ids),
    signInLog: new SignInLog(store),
    maxParallelSessions: config.maxParallelSessions,
    samlRequests: new SamlRequests(sealer),
    reloadCopies: () => reloadAll(copiesOf({ ...services, queries: store.queries })),
    scenarioSource,
    sealer,
    limiter,
    edgeGate: new EdgeGate(config.edgeSecret),
    customMetricBound: new CustomMetricBound(),
    metricsBuffer: openMetricsBuffer({ store, config, logger, allowance, ...database }),
    signals,
    signalEndpoints: signals.endpoints,
    signalFeed: signals.feed,
    refusedSignals: signals.refused,
    callOverHttp: signals.callOverHttp,
    maintenance,
    frontendOrigins,
    traffic,
    plan: config.plan,
    requiresLicence: licenceRule(config),
    baseUriPath: basePath,
    requestRates,
    requestLog,
    instanceId,
    status,
    readiness: () => readinessOf({ store, isDraining, follower }),
    recentClients: () =>
      countInstancesSince(store.queries, new Date(clock.now().getTime() - RECENT_MS).toISOString()),
    baseUrl,
    pagesUrl,
  }
  bus.subscribe(services.clientApi.noteEvents)
  const telemetry = await openTelemetry(config, {
    outbound: operators,
    clock,
    ids,
    logger,
    openMetrics: (isSent) => openMetrics(config, { store, clock, configuration, loop }, isSent),
  })
  const { metrics, tracer } = telemetry
  const useCases = useCasesOf(services)
  const ownWrites = new OwnWrites()
  const runtime = createRuntime({
    ownWrites,
    store,
    clock,
    ids,
    config,
    logger,
    bus,
    access,
    maintenance,
    loop,
    tracer,
    metricsBuffer: services.metricsBuffer,
    email: emailConfig,
    pagesUrl,
    guards: options.guards ?? [],
    useCases,
  })
  const bringStrategyTypes = (contract: string) =>
    store.others.inTurn('start', () => addFormerStrategyTypes(store, contract))
  // before the import, which may use them
  await bringStrategyTypes(config.strict ?? config.contract)
  await importAtStart(runtime, config)
  const acts = scenarioActs(runtime, useCases)
  const { others } = store
  const stopScenario =
    services.scenarioSource &&
    (await followScenario(services.scenarioSource, { acts, others, clock, logger }))
  // the events of the import are delivered like those from before the start
  bus.subscribe(addonOutbox.noteEvents)
  bus.subscribe(emailOutbox.noteEvents)
  const appRouter = appRouterOf(useCases, services)
  const authenticate = createAuthenticator({
    tokens,
    personalTokens,
    signalEndpoints: signals.endpoints,
    scim,
    queries: store.queries,
    clock,
  })
  const bindings = bindAll(useCases, routeOptionsOf(useCases, services))
  const requests = new RunningRequests()
  const serverOf = async (contract: string): Promise<FastifyInstance> => {
    await bringStrategyTypes(contract)
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
      metrics: scrapedMetrics(config, metrics, services.metricsBuffer),
      frontendOrigins: () => frontendOrigins.all,
      rateLimits: rateLimitsOf(config.limits),
      bodyLimits: { callSignalEndpoint: config.limits.signalPayloadBytes },
      limiter,
      requireLicence: () => requireLicence(store.queries, services, { contract, now: clock.now() }),
      ...noteRequests({ clientNews: services.clientNews, judgedCalls, scim, clock, traffic, requestRates }),
      requestWatch: requestLog,
      ...(options.rendererDir === undefined ? {} : { rendererDir: options.rendererDir }),
      ...options.http,
    })
    await addRpcRoutes(app, { appRouter, runtime, authenticate })
    requests.watch(app.server)
    return app
  }
  const http = await serverOf(config.strict ?? config.contract)

  follower = new OthersFollower(
    {
      store,
      bus,
      logger,
      copies: copiesOf({ ...services, queries: store.queries }),
      lastEventId,
      noteWrite: () => runtime.rechecks.noteWrite(),
    },
    ownWrites,
  )
  await follower.start()

  const flushing = startFlushing(services, { store, clock, logger })
  const jobSources = { ...services, others: store.others, retentionClock: new RetentionClock(clock) }
  const jobs = startJobs(runtime, jobSources)
  const stopBackups = startBackups({ store, config, clock, logger, loop })

  return {
    http,
    get appRouter() {
      return appRouter()
    },
    store,
    services,
    status,
    listen: async (port) => {
      url = await listen(http, { host: config.host, port: port ?? config.port, basePath })
      await listeningPorts.start(await readListeners(store.queries))
      jobs.catchUp()
      return url
    },
    describePorts: () => listeningPorts.describe(),
    runJobs: () => runJobs(runtime, jobSources),
    enablePasswords: () => writeAsSystem(runtime, enablePasswords),
    windowContext: () => windowContext(runtime, () => services.oidc.window.userId),
    scenario: acts,
    snapshots: snapshotActs(runtime, useCases, () => firstAdmin(runtime)),
    findCodeFile: codeFileFinder(store.queries, code),
    windowSignIn: services.oidc.window,
    signInPath: () => `/sign-in/${signInLinks.issue()}`,
    drain: (isOn = true) => void (isDraining = isOn),
    work,
    close: async () => {
      flushing.stop()
      await stopScenario?.()
      loop.stop()
      stopBackups()
      url = null
      await code.codeScanner.close()
      const ending = { databaseMove: database.databaseMove, jobsEnded: jobs.stop() }
      await closeBackend({ ...services, ...ending, flushing, follower, http, requests, store, telemetry })
    },
  }
}
