import { isMadeUpstream, madeUpstream } from '#shared/clients/mirror/made-upstream.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Guard } from '#kernel/guard.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Config } from '#settings/config.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import type { Job } from '#main/app/domain.ts'
import type { Ids } from '#kernel/ids.ts'
import type { ProcessFamily } from '#runtime/process-family.ts'
import { EdgesBehind } from '../edge/edges-behind.ts'
import { FileSource, fileUrl } from './file-source.ts'
import { Forwarder } from './forwarder.ts'
import { Mirror } from './mirror.ts'
import { SdkTraffic } from './sdk-traffic.ts'
import { REPORT_MS, StateReporter, type MirrorNames } from './state-reporter.ts'
import { UpstreamClient } from './upstream-client.ts'
import { UpstreamStreams } from './upstream-streams.ts'
import { WaitingReports } from './waiting-reports.ts'

/** Seconds between two looks at a file that is not followed: until it was read once. */
const SECOND = 1

interface Surroundings {
  config: Config
  /** Way to the upstream, with its certificates. */
  outbound: Outbound
  directory: TokenDirectory
  metricsBuffer: MetricsBuffer
  /** Version of Halyard. */
  version: string
  processes: ProcessFamily
  /** Counts the streams that SDKs have open. */
  openStreams: () => number
  ids: Ids
  clock: Clock
  logger: Logger
}

/** Parts of an instance that mirrors another one, or a file. */
interface OpenedMirror {
  mirror?: Mirror
  /** Sends the upstream what SDKs report. A file takes no reports. */
  forwarder?: Forwarder
  reports?: WaitingReports
  /** Listens to what the upstream streams. */
  streams?: UpstreamStreams
  /** Tells the upstream of this mirror. A file is told nothing. */
  stateReporter?: StateReporter
  sdkTraffic?: SdkTraffic
  edgesBehind?: EdgesBehind
  jobs: readonly Job[]
}

/** Address of what the settings say to mirror; undefined: this instance has flags of its own. */
export const mirroredUrl = ({
  upstreamUrl,
  offlineFile,
}: Pick<Config, 'upstreamUrl' | 'offlineFile'>): string | undefined =>
  upstreamUrl ?? (offlineFile === undefined ? undefined : fileUrl(offlineFile))

/** Makes the mirror of the settings; an instance with flags of its own has none. */
export function openMirror(surroundings: Surroundings): OpenedMirror {
  const { upstreamUrl, offlineFile } = surroundings.config
  if (upstreamUrl !== undefined) return openUpstream(upstreamUrl, surroundings)
  return offlineFile === undefined ? { jobs: [] } : openFile(offlineFile, surroundings)
}

function openUpstream(url: string, surroundings: Surroundings): OpenedMirror {
  const { config, outbound, directory, metricsBuffer, version, processes, openStreams, clock, logger } =
    surroundings
  const names = namesOf(surroundings)
  const client = new UpstreamClient(url, outbound, {
    headers: Object.fromEntries(config.upstreamHeaders),
    authHeader: config.upstreamAuthHeader,
    appName: names.appName,
    instanceId: names.instanceId,
    timeoutMs: config.upstreamTimeoutSeconds * 1000,
  })
  const { upstreamTokens: tokens, upstreamTrustedTokens: trustedTokens } = config
  const mirror = new Mirror({ from: client, tokens, trustedTokens, directory, clock, logger })
  const streams = new UpstreamStreams({
    client,
    onNews: (token) => void mirror.wake(token),
    clock,
    logger,
  })
  const reports = new WaitingReports(names)
  metricsBuffer.passOnTo(reports)
  const everyMs = config.upstreamMetricsSeconds * 1000
  const forwarder = new Forwarder({ mirror, client, reports, everyMs, logger })
  const traffic = new SdkTraffic()
  const behind = new EdgesBehind()
  const stateReporter = new StateReporter({
    names,
    version,
    mirror,
    client,
    traffic,
    behind,
    processes,
    openStreams,
    clock,
    logger,
  })
  return {
    mirror,
    forwarder,
    reports,
    streams,
    stateReporter,
    sdkTraffic: traffic,
    edgesBehind: behind,
    jobs: [
      follow(config.upstreamRefreshSeconds, async (runtime) => {
        await mirror.follow(runtime)
        streams.keep(mirror.senders.map(({ token }) => token))
      }),
      {
        name: 'revalidate tokens of the upstream',
        everyMs: config.upstreamRevalidationSeconds * 1000,
        run: mirror.revalidate,
      },
      { name: 'forward reports', everyMs, run: forwarder.forward },
      { name: 'report this mirror', everyMs: REPORT_MS, run: stateReporter.report },
    ],
  }
}

/** Names of this process upstream: as the settings say, else new with each start, as Edge's are. */
function namesOf({
  config: { upstreamAppName: appName, upstreamInstanceId, upstreamRegion: region },
  ids,
}: Pick<Surroundings, 'config' | 'ids'>): MirrorNames {
  return { appName, instanceId: upstreamInstanceId ?? `${appName}@${ids.ulid()}`, region }
}

function openFile(file: string, { config, directory, clock, logger }: Surroundings): OpenedMirror {
  const { upstreamTokens: tokens, offlineFrontendTokens: frontendTokens, offlineReloadSeconds } = config
  const from = new FileSource(file, {
    tokens: [...tokens, ...frontendTokens],
    readsOnce: offlineReloadSeconds === 0,
  })
  const mirror = new Mirror({ from, tokens, frontendTokens, directory, clock, logger })
  return { mirror, jobs: [follow(offlineReloadSeconds || SECOND, mirror.follow)] }
}

const follow = (seconds: number, run: Job['run']): Job => ({
  name: 'follow the upstream',
  everyMs: seconds * 1000,
  run,
})

/** Refuses changes of what is followed: they are made upstream. */
export const guardMirror =
  (url: string | undefined): Guard =>
  (operation) => {
    if (url !== undefined && isMadeUpstream(operation))
      throw new AppError('OperationDeniedError', madeUpstream(url))
  }
