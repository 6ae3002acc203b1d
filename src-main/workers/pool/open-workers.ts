import type { FastifyInstance } from 'fastify'

import type { Foundation } from '#main/app/domain.ts'
import type { Services } from '#main/app/services.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import { ConfigError, type Config } from '#settings/config.ts'
import { gte } from 'semver'
import type { SharedState, WorkerSettings } from '../messages.ts'
import { SharedPort } from './shared-port.ts'
import type { NoteKeepers } from './take-notes.ts'
import { WorkerPool } from './worker-pool.ts'

/** From this version on, an SDK's requests count in one limit, and each answer says how many are left. */
const COUNTED_SINCE = '8.2.0'

/** Refuses workers where they cannot work. Throws ConfigError. */
export function requireWorkersPossible(
  { workers, contract, strict }: Pick<Config, 'workers' | 'contract' | 'strict'>,
  workerFile: string | undefined,
): void {
  if (workers === 0) return
  if (workerFile === undefined)
    throw new ConfigError(
      'workers: the desktop app and tests run as one process. Use `halyard serve`, or set 0.',
    )
  if (gte(strict ?? contract, COUNTED_SINCE))
    throw new ConfigError(
      `workers: from version ${COUNTED_SINCE} on, requests of SDKs are counted together, which several processes cannot do. ` +
        `Answer as an earlier version, or set 0.`,
    )
}

interface Parts {
  services: Services
  bus: EventBus
  http: FastifyInstance
  keepers: Pick<NoteKeepers, 'noteCall' | 'noteTraffic' | 'noteMeasured' | 'metrics'>
}

/** The pool of workers with the port that it shares. */
export interface Workers {
  pool: WorkerPool
  port: SharedPort
}

/** Prepares the processes that answer SDKs; undefined: the settings want none. */
export function openWorkers(
  { config, store, clock, logger, options }: Foundation,
  { services, bus, http, keepers }: Parts,
): Workers | undefined {
  const { workerFile } = options
  if (config.workers === 0 || workerFile === undefined) return undefined
  const contract = config.strict ?? config.contract
  const { mirror, clientApi, tokens, evaluationLog, seenContexts, requestLog, frontendOrigins } = services
  const { remoteStreams, remoteUsage } = services
  const { configuration, sdkRevisions, deltas } = clientApi
  const pool = new WorkerPool({
    count: config.workers,
    file: workerFile,
    settings: {
      ...settingsOf(config),
      contract,
      isMirror: mirror !== undefined,
      isMeasured: keepers.metrics !== undefined || keepers.noteMeasured !== undefined,
      ...(options.http?.timeouts ? { timeouts: options.http.timeouts } : {}),
    },
    processes: services.processes,
    store,
    bus,
    tokens,
    configuration,
    deltaMark: deltas.mark,
    tickets: remoteStreams.tickets,
    clock,
    logger,
    noteStreamsOf: (worker, open) => clientApi.noteStreamsOf(worker, open),
    readShared: (): SharedState => ({
      frontendOrigins: frontendOrigins.all,
      answers: !requestLog.recordsBodies,
      logsRequests: requestLog.isOn,
      streamGeneration: clientApi.streamGeneration,
      checkedAt: checkedAtOf(mirror),
    }),
    keepers: {
      ...keepers,
      tokens,
      configuration,
      evaluationLog,
      seenContexts,
      sdkRevisions,
      remoteUsage,
      requestLog,
      contract,
    },
  })
  return { pool, port: new SharedPort(http, pool) }
}

function checkedAtOf(mirror: Services['mirror']): SharedState['checkedAt'] {
  const sources = mirror?.sources
  const times = sources?.environments.flatMap((name) => {
    const at = sources.checkedAt(name)
    return at === undefined ? [] : [[name, at] as const]
  })
  return Object.fromEntries(times ?? [])
}

const settingsOf = ({
  plan,
  allowedHosts,
  baseUrl,
  baseUriPath,
  trustedProxies,
  allowedClients,
  deniedClients,
  authHeader,
  limits,
  logLevel,
}: Config): Omit<WorkerSettings, 'contract' | 'isMirror' | 'isMeasured' | 'timeouts'> => ({
  plan,
  allowedHosts,
  baseUrl,
  baseUriPath,
  trustedProxies,
  allowedClients,
  deniedClients,
  authHeader,
  limits,
  logLevel,
})
