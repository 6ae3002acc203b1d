import type { FastifyInstance } from 'fastify'

import { readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { compareClients } from '#domains/clients/client-api/compare-clients.ts'
import { enablePasswords } from '#domains/access/single-sign-on/password-settings.ts'
import { targetOf } from '#kernel/address-policy.ts'
import { systemClock, type Clock } from '#kernel/clock.ts'
import { EventBus } from '#kernel/event-bus.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import { systemIds, type Ids } from '#kernel/ids.ts'
import type { Store } from '#store/store.ts'
import { sendInternally } from '#transport/http/internal-request.ts'
import { followScenario } from '../cli/follow-scenario.ts'
import { firstAdmin, scenarioActs, type ScenarioActs } from '../cli/scenario-acts.ts'
import { snapshotActs } from '../cli/snapshot-acts.ts'
import { createPortOpener } from './additional-ports.ts'
import { appRouterOf, procedureKindOf, type AppRouter } from './app-router.ts'
import type { BackendOptions } from './backend-options.ts'
import type { Backend } from './backend.ts'
import { closeAll } from './close-backend.ts'
import { findCodeFileOf } from './find-code-file.ts'
import type { Copy, Foundation, Opened, Whole } from './domain.ts'
import { openDomains } from './domains.ts'
import { importAtStart, requireImportServed } from './first-content.ts'
import { startFlushing, type Flushing } from './flush-buffers.ts'
import { PeersFollower, OwnWrites } from './follow-peers.ts'
import { layFoundation, openBackendStore } from './foundation.ts'
import { bringStrategyTypes, httpServersOf, type HttpServers } from './http-servers.ts'
import { runJobs, startJobs } from './jobs.ts'
import { listen } from './listen.ts'
import { openMetrics } from './open-metrics.ts'
import { openTelemetry } from './open-telemetry.ts'
import { createRuntime } from './runtime.ts'
import { startBackups } from './start-backups.ts'
import { useCasesOf, type UseCases } from './use-cases.ts'
import { openWorkers, requireWorkersPossible, type Workers } from '../workers/pool/open-workers.ts'
import { joinServices, type Services, type State } from './services.ts'
import { windowContext } from './window-context.ts'

/** Puts everything together: the only place that does. Throws what openStore throws, and for a bad initial token. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { clock = systemClock, ids = systemIds } = options
  requireImportServed(options.config)
  requireWorkersPossible(options.config, options.workerFile)
  const store = await openBackendStore(options, clock)
  try {
    return await assemble(store, options, clock, ids)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The parts of a service, once they are put together. */
interface Assembled {
  services: Services
  servers: HttpServers
  appRouter: () => AppRouter
  http: FastifyInstance
  flushing: Flushing
  workers: Workers | undefined
}

async function assemble(store: Store, options: BackendOptions, clock: Clock, ids: Ids): Promise<Backend> {
  const state: State = { url: null, isDraining: false, follower: undefined }
  const assembled: Partial<Assembled> = {}
  const isOwnPort = (port: number) =>
    (assembled.services?.listeningPorts.has(port) ?? false) ||
    (state.url !== null && targetOf(new URL(state.url)).port === port)
  const whole = wholeOf(options, assembled as Assembled)
  const foundation = await layFoundation(store, {
    options,
    clock,
    ids,
    whole,
    url: () => state.url,
    isOwnPort,
  })
  // before the copies in memory are read: they are as new as this event, or newer
  const lastEventId = await readLastEventId(store.queries)
  const { services: ofDomains, opened } = await openDomains(foundation)
  const copies = opened.flatMap((domain) => domain.copies ?? [])
  const services = joinServices(foundation, ofDomains, { state, copies })
  assembled.services = services
  const settleWorkers = () => assembled.workers?.pool.settle()
  const begun = await beginRuntime(foundation, services, { opened, settleWorkers })
  const { runtime, useCases, telemetry, bus, ownWrites } = begun
  assembled.appRouter = appRouterOf(useCases, services)
  assembled.servers = httpServersOf({
    foundation,
    services,
    runtime,
    useCases,
    appRouter: assembled.appRouter,
    metrics: telemetry.metrics,
  })
  const { config, logger } = options
  assembled.http = await assembled.servers.serverOf(config.strict ?? config.contract)
  state.follower = new PeersFollower(
    { store, bus, logger, copies, lastEventId, noteWrite: () => runtime.rechecks.noteWrite() },
    ownWrites,
  )
  await state.follower.start()
  assembled.workers = openWorkers(foundation, {
    services,
    bus,
    http: assembled.http,
    keepers: { ...assembled.servers.notes, metrics: telemetry.metrics },
  })
  assembled.flushing = startFlushing(
    opened.flatMap(({ buffers = [] }) => buffers),
    { store, logger },
  )
  return backendOf(foundation, assembled as Assembled, {
    ...begun,
    state,
    opened,
    copies,
    services,
  })
}

/** Answers for the service as a whole, from parts that come later. */
function wholeOf({ config }: BackendOptions, assembled: Assembled): Whole {
  const { host, baseUriPath: basePath } = config
  return {
    callOverHttp: (request) => sendInternally(assembled.http, basePath, request),
    portOpener: createPortOpener({
      host,
      basePath,
      serverOf: (contract) => assembled.servers.serverOf(contract),
    }),
    procedureKindOf: (id) => procedureKindOf(assembled.appRouter(), id),
    hiddenFrom: (actor) => assembled.services.access.hiddenFrom(actor),
    compareClients,
    flush: () => assembled.flushing.flush(),
  }
}

interface Begun {
  runtime: Runtime
  useCases: UseCases
  telemetry: Awaited<ReturnType<typeof openTelemetry>>
  bus: EventBus
  ownWrites: OwnWrites
  acts: ScenarioActs
  stopScenario: (() => Promise<void>) | undefined
}

/** Makes what runs use cases, and brings in what the settings name before the first request. */
async function beginRuntime(
  foundation: Foundation,
  services: Services,
  {
    opened,
    settleWorkers,
  }: { opened: readonly Opened<object>[]; settleWorkers: () => Promise<void> | undefined },
): Promise<Begun> {
  const { store, clock, ids, config, logger, loop, options, operators, pagesUrl } = foundation
  const bus = new EventBus(logger)
  for (const note of opened.flatMap(({ notesEvents = [] }) => notesEvents)) bus.subscribe(note)
  const { configuration } = services.clientApi
  const { forwarder } = services
  const telemetry = await openTelemetry(config, {
    outbound: operators,
    clock,
    ids,
    logger,
    openMetrics: (isSent) =>
      openMetrics(
        config,
        {
          ...{ store, clock, configuration, loop, mirror: services.mirror, forwarder },
          senderRequests: services.senderRequests,
        },
        isSent,
      ),
  })
  const useCases = useCasesOf(services)
  const ownWrites = new OwnWrites()
  const runtime = createRuntime({
    ...services,
    ownWrites,
    store,
    clock,
    ids,
    config,
    logger,
    bus,
    loop,
    tracer: telemetry.tracer,
    email: services.emailConfig,
    pagesUrl,
    settleWorkers,
    guards: options.guards ?? [],
    useCases,
  })
  for (const domain of opened) await domain.begin?.(runtime)
  // before the import, which may use them
  await bringStrategyTypes(store, config.strict ?? config.contract)
  await importAtStart(runtime, config)
  const acts = scenarioActs(runtime, useCases)
  const stopScenario =
    services.scenarioSource &&
    (await followScenario(services.scenarioSource, { acts, peers: store.peers, clock, logger }))
  // the events of the import are delivered like those from before the start
  for (const deliver of opened.flatMap(({ deliversEvents = [] }) => deliversEvents)) bus.subscribe(deliver)
  return { runtime, useCases, telemetry, bus, ownWrites, acts, stopScenario }
}

interface Running extends Begun {
  state: State
  opened: readonly Opened<object>[]
  copies: readonly Copy[]
  services: Services & { work: () => string[] }
}

/** Starts what works by the clock, and hands the service out. */
function backendOf(
  { store, clock, config, logger, loop }: Foundation,
  { http, flushing, servers, workers, appRouter }: Assembled,
  { runtime, useCases, acts, state, opened, copies, services, ...begun }: Running,
): Backend {
  const { signInLinks, oidc, listeningPorts, isPaused, work } = services
  // those of later domains first: their work leads to e-mails, and to rows that are pruned
  const jobs = opened.toReversed().flatMap((domain) => domain.jobs ?? [])
  const jobSources = { jobs, peers: store.peers, isPaused }
  const running = startJobs(runtime, jobSources)
  const stopBackups = startBackups({ store, config, clock, logger, loop })
  return {
    http,
    get appRouter() {
      return appRouter()
    },
    store,
    services,
    copies,
    status: services.status,
    pool: workers?.pool,
    listen: async (port) => {
      const basePath = config.baseUriPath
      await workers?.port.start()
      const door = workers ? { door: workers.port.door } : {}
      state.url = await listen(http, { host: config.host, port: port ?? config.port, basePath, ...door })
      for (const domain of opened) await domain.listen?.()
      running.catchUp()
      return state.url
    },
    describePorts: () => listeningPorts.describe(),
    runJobs: () => runJobs(runtime, jobSources),
    enablePasswords: () => writeAsSystem(runtime, enablePasswords),
    windowContext: () => windowContext(runtime, () => oidc.window.userId),
    scenario: acts,
    snapshots: snapshotActs(runtime, useCases, () => firstAdmin(runtime)),
    findCodeFile: findCodeFileOf(store.queries, services),
    windowSignIn: oidc.window,
    signInPath: () => `/sign-in/${signInLinks.issue()}`,
    drain: (isOn = true) => void (state.isDraining = isOn),
    work,
    close: async () => {
      flushing.stop()
      await begun.stopScenario?.()
      loop.stop()
      stopBackups()
      state.url = null
      await workers?.port.close()
      const { telemetry } = begun
      await closeAll({ opened, jobsEnded: running.stop(), flushing, state, http, servers, store, telemetry })
    },
  }
}
