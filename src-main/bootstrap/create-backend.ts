import type { FastifyInstance } from 'fastify'

import { AccessDirectory } from '../domains/access/records/access/access-directory.ts'
import { AddonOutbox } from '../domains/integrations/records/addons/addon-outbox.ts'
import { TokenDirectory } from '../domains/access/records/api-tokens/token-directory.ts'
import { countInstancesSince } from '../domains/clients/records/applications/instances.read-model.ts'
import { ClientApi } from '../domains/clients/records/client-api/client-api.ts'
import { ClientConfiguration } from '../domains/clients/records/client-api/client-configuration.ts'
import { CustomMetricLog } from '../domains/flags/records/custom-metrics/custom-metric-log.ts'
import { EdgeGate } from '../domains/clients/records/edge/hmac.ts'
import { EvaluationLog } from '../domains/clients/records/evaluation-log/evaluation-log.ts'
import { importFile } from '../domains/transfer/records/import-export/import-file.ts'
import { isSeeded } from '../domains/instance/records/instance/seed.store.ts'
import { readInstanceId } from '../domains/instance/records/instance/instance-id.ts'
import { seedInstance } from '../domains/transfer/records/seed/seed-instance.ts'
import type { InstanceStatus } from '../domains/instance/records/instance/instance-status.ts'
import { ListeningPorts } from '../domains/versions/records/listeners/listening-ports.ts'
import { readListeners } from '../domains/versions/records/listeners/listeners.store.ts'
import { InstanceMetrics } from '../domains/instance/records/metrics/instance-metrics.ts'
import { MaintenanceMode } from '../domains/instance/records/maintenance/maintenance-mode.ts'
import { PersonalTokenDirectory } from '../domains/access/records/personal-tokens/personal-token-directory.ts'
import { RemoteInstances } from '../domains/transfer/records/remotes/remote-instances.ts'
import { RetentionClock } from '../domains/instance/records/retention/retention-clock.ts'
import { SeenContexts } from '../domains/clients/records/seen-contexts/seen-contexts.ts'
import { JudgedCalls } from '../domains/versions/records/upgrade-report/judged-calls.ts'
import { hashPassword } from '../domains/access/records/sessions/password.ts'
import { ScimAccess } from '../domains/access/records/scim/scim-access.ts'
import { SamlRequests } from '../domains/access/records/saml/saml-requests.ts'
import { SignInLimits } from '../domains/access/records/sessions/sign-in-limits.ts'
import { openOidc } from '../domains/access/records/oidc/oidc-services.ts'
import { enablePasswords } from '../domains/access/records/single-sign-on/enable-passwords.ts'
import { readSignInMethods } from '../domains/access/records/single-sign-on/password-settings.ts'
import { SignInLog } from '../domains/access/records/single-sign-on/sign-in-log.ts'
import { SignInLinks } from '../domains/access/records/sessions/sign-in-links.ts'
import { openSignals } from '../domains/signals/records/signals/signal-services.ts'
import { bringFormerStrategyTypes } from '../domains/flags/records/strategy-types/former-strategy-types.ts'
import { RequestRates } from '../domains/instance/records/traffic/request-rates.ts'
import { TrafficCounter } from '../domains/instance/records/traffic/traffic-counter.ts'
import { FrontendOrigins } from '../domains/instance/records/ui-config/frontend-origins.ts'
import { systemClock, type Clock } from '../kernel/clock.ts'
import { EventBus } from '../kernel/event-bus.ts'
import { writeAsSystem, type Runtime } from '../kernel/execute.ts'
import { systemIds, type Ids } from '../kernel/ids.ts'
import { LoopWatch } from '../kernel/loop-watch.ts'
import { Outbound } from '../kernel/outbound.ts'
import { RateLimiter } from '../kernel/rate-limiter.ts'
import { sealerOf } from '../kernel/sealer.ts'
import { scheduleBackups } from '../store/backup-schedule.ts'
import { sealingKeysIn } from '../store/sealing-keys.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { bindAll } from '../transport/http/bind.ts'
import { callWithin } from '../transport/http/call-within.ts'
import { rateLimitsOf } from '../transport/http/rate-limit.ts'
import { createHttpServer } from '../transport/http/server.ts'
import { addRpcRoutes } from '../transport/rpc/http-adapter.ts'
import type { Services } from './services.ts'
import { createAppRouter } from './app-router.ts'
import { createAuthenticator } from './authenticate.ts'
import type { Backend, BackendOptions } from './backend.ts'
import type { Config } from './config.ts'
import { doorsOf } from './doors.ts'
import { noteScimCall } from './note-scim-call.ts'
import { flushingOf } from './flush-seen.ts'
import { openEmail } from './open-email.ts'
import { openerOf } from './further-ports.ts'
import { runJobs, startJobs } from './jobs.ts'
import { listen } from './listen.ts'
import { createRuntime } from './runtime.ts'
import { useCasesOf } from './use-cases.ts'
import { windowContext } from './window-context.ts'

const SEEN_FLUSH_MS = 30_000
const HOUR_MS = 3_600_000
/** SDKs send metrics once a minute: those not heard of in so long have gone. */
const RECENT_MS = 5 * 60_000
/** Timeout of an integration's response, and the pause before the next attempt. */
const ADDON_TIMEOUT_MS = 10_000
const ADDON_PAUSE_MS = 500

/** Puts everything together: the only place that does. Throws what openStore throws, and for a bad initial token. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { config, logger, clock = systemClock, ids = systemIds } = options
  const store = await openStore({
    dataDir: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    wasm: options.wasm,
    now: () => clock.now(),
    logger,
    ...(options.recovery === undefined ? {} : { recovery: options.recovery }),
    ...options.disk,
  })
  try {
    return await assemble(store, options, clock, ids)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function assemble(store: Store, options: BackendOptions, clock: Clock, ids: Ids): Promise<Backend> {
  const { config, logger } = options
  await seed(store, config, clock, ids)
  const access = new AccessDirectory(store.queries, logger)
  await access.reload()
  const tokens = new TokenDirectory()
  await tokens.load(store.queries)
  const personalTokens = new PersonalTokenDirectory()
  await personalTokens.load(store.queries)
  const scim = new ScimAccess()
  await scim.load(store.queries)
  const signals = await openSignals(store.queries, {
    callOverHttp: (request) => callWithin(http, config.baseUriPath, request),
    now: () => clock.now(),
    logger,
  })
  const configuration = new ClientConfiguration(store.queries)
  await configuration.load()
  const seenContexts = new SeenContexts(config.limits.seenContexts)
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
  const bus = new EventBus(logger)
  bus.subscribe(configuration.noteEvents)
  bus.subscribe(seenContexts.noteEvents)

  let url: string | null = null
  const status = (): InstanceStatus => {
    const { writable, failure, lastDurableAt } = store.status
    return {
      url,
      contractVersion: config.contract,
      strict: config.strict ?? null,
      dataDir: config.dataDir,
      maintenance: maintenance.isOn,
      writable,
      failure,
      lastDurableAt,
      lagMs: loop.lagMs,
      longTurn: loop.longTurn,
    }
  }
  const signInLinks = new SignInLinks(clock, ids)
  const limiter = new RateLimiter(clock)
  const basePath = config.baseUriPath
  const publicUrl = config.baseUrl?.replace(/\/$/, '') ?? ''
  // the URL may already include the path
  const baseUrl = publicUrl.endsWith(basePath) ? publicUrl : publicUrl + basePath
  const actionPace = { intervalSeconds: config.actionsIntervalSeconds, perCycle: config.actionsPerCycle }
  const listeningPorts = new ListeningPorts(
    openerOf({ host: config.host, basePath, serverOf: (contract) => serverOf(contract) }),
    config.listeners,
  )
  // until a port is open, use the configured one
  const pagesUrl = () => (publicUrl === '' ? (url ?? `http://localhost:${config.port}${basePath}`) : baseUrl)
  const outbound = new Outbound({
    allowPrivate: config.integrationsMayBePrivate,
    allowList: config.integrationHosts,
  })
  const addonOutbox = new AddonOutbox({
    store,
    clock,
    logger,
    isPaused: () => maintenance.isOn,
    terms: { outbound: outbound.within({ timeoutMs: ADDON_TIMEOUT_MS }), pagesUrl, pauseMs: ADDON_PAUSE_MS },
  })
  const sealer = sealerOf(sealingKeysIn(config.dataDir, options.osProtection))
  const instanceId = await readInstanceId(store, ids)
  const { emailConfig, emailOutbox } = await openEmail({
    config,
    store,
    clock,
    logger,
    sealer,
    outbound,
    instanceId,
    pagesUrl,
    isPaused: () => maintenance.isOn,
    ...(options.emailTimes ? { times: options.emailTimes } : {}),
  })
  const evaluationLog = new EvaluationLog()
  const services: Services = {
    access,
    actionPace,
    tokens,
    personalTokens,
    clientApi: new ClientApi(configuration, evaluationLog, seenContexts),
    evaluationLog,
    seenContexts,
    judgedCalls,
    listeningPorts,
    remotes: new RemoteInstances(),
    outbound,
    addonOutbox,
    emailConfig,
    emailOutbox,
    scim,
    now: () => clock.now(),
    signInLinks,
    signInLimits: new SignInLimits(limiter, options.failedSignIns),
    signInMethods: readSignInMethods,
    oidc: openOidc(clock, ids),
    signInLog: new SignInLog(store),
    maxParallelSessions: config.maxParallelSessions,
    samlRequests: new SamlRequests(clock),
    sealer,
    limiter,
    edgeGate: new EdgeGate(config.edgeSecret, clock),
    customMetrics: new CustomMetricLog(),
    signals,
    signalEndpoints: signals.endpoints,
    signalFeed: signals.feed,
    refusedSignals: signals.refused,
    callOverHttp: signals.callOverHttp,
    maintenance,
    frontendOrigins,
    traffic,
    plan: config.plan,
    baseUriPath: basePath,
    requestRates,
    instanceId,
    status,
    recentClients: () =>
      countInstancesSince(store.queries, new Date(clock.now().getTime() - RECENT_MS).toISOString()),
    baseUrl,
    pagesUrl,
  }
  const metrics =
    config.serverMetrics === 'off'
      ? undefined
      : new InstanceMetrics({
          store,
          clock,
          limits: config.limits,
          from: config.serverMetrics,
          version: config.contract,
          revisionOf: (environment) => configuration.revisionOf(environment),
          loop,
        })
  const useCases = useCasesOf(services)
  const { guards = [] } = options
  const runtime = createRuntime({
    store,
    clock,
    ids,
    config,
    logger,
    bus,
    access,
    maintenance,
    loop,
    email: emailConfig,
    pagesUrl,
    guards,
    useCases,
  })
  // before the import, which may use them
  await bringFormerStrategyTypes(store, config.strict ?? config.contract)
  await importAtStart(runtime, config)
  // the events of the import are delivered like those from before the start
  bus.subscribe(addonOutbox.noteEvents)
  bus.subscribe(emailOutbox.noteEvents)
  const appRouter = createAppRouter(useCases, services)
  const authenticate = createAuthenticator({
    tokens,
    personalTokens,
    signalEndpoints: signals.endpoints,
    scim,
    queries: store.queries,
    clock,
  })
  const bindings = bindAll(useCases, doorsOf(useCases, services))
  const serverOf = async (contract: string): Promise<FastifyInstance> => {
    await bringFormerStrategyTypes(store, contract)
    const app = await createHttpServer({
      runtime,
      bindings,
      contract,
      authenticate,
      plan: config.plan,
      allowedHosts: config.allowedHosts,
      baseUrl: publicUrl,
      basePath,
      ...(metrics ? { metrics } : {}),
      frontendOrigins: () => frontendOrigins.all,
      rateLimits: rateLimitsOf(config.limits),
      bodyLimits: { callSignalEndpoint: config.limits.signalPayloadBytes },
      limiter,
      noteCall: (call) => {
        judgedCalls.note(call)
        noteScimCall(scim, call, clock)
      },
      noteTraffic: (url, status) => {
        traffic.note(url, status)
        requestRates.note(url)
      },
      ...(options.rendererDir === undefined ? {} : { rendererDir: options.rendererDir }),
      ...options.http,
    })
    await addRpcRoutes(app, { appRouter, runtime, authenticate })
    return app
  }
  const http = await serverOf(config.strict ?? config.contract)

  const flushSeen = flushingOf(services, { store, clock, logger })
  const timer = setInterval(() => void flushSeen(), SEEN_FLUSH_MS)
  timer.unref()
  const jobSources = { ...services, retentionClock: new RetentionClock(clock) }
  const jobs = startJobs(runtime, jobSources)
  const { dataDir } = config
  // a server has backups of its own
  const stopBackups =
    store.status.engine === 'postgres'
      ? () => undefined
      : scheduleBackups({
          store: { backup: (file) => loop.during('backup', () => store.backup(file)) },
          dataDir,
          clock,
          logger,
          maxAge: 8 * HOUR_MS,
          lookEvery: HOUR_MS / 4,
        })

  return {
    http,
    appRouter,
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
    windowSignIn: services.oidc.window,
    signInPath: () => `/sign-in/${signInLinks.issue()}`,
    close: async () => {
      clearInterval(timer)
      jobs.stop()
      loop.stop()
      stopBackups()
      url = null
      await listeningPorts.closeAll()
      // first: a test of an integration that waits for an answer would keep its request open
      await addonOutbox.stop()
      await emailOutbox.stop()
      await http.close()
      access.stop()
      signals.endpoints.stop()
      await flushSeen()
      await store.close()
    },
  }
}

async function seed(store: Store, config: Config, clock: Clock, ids: Ids): Promise<void> {
  if (await isSeeded(store.queries)) return
  const { initAdminApiTokens: admin, initBackendApiTokens: backend, initFrontendApiTokens: frontend } = config
  const passwordHash =
    config.adminPassword === undefined ? undefined : await hashPassword(config.adminPassword)
  await store.transaction((queries) =>
    seedInstance(queries, clock.now(), {
      initialTokens: { admin, backend, frontend },
      ids,
      admin: { username: config.adminUsername, ...(passwordHash === undefined ? {} : { passwordHash }) },
    }),
  )
  await store.durable()
}

async function importAtStart(runtime: Runtime, config: Config): Promise<void> {
  const { importFile: file, importProject: project, importEnvironment: environment } = config
  if (file === undefined) return
  await writeAsSystem(runtime, (context) => importFile(context, { file, project, environment }))
  runtime.logger.info({ file, project, environment }, 'flags imported')
}
