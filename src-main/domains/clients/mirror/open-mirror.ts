import { isMadeUpstream, madeUpstream } from '#shared/clients/mirror/made-upstream.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Guard } from '#kernel/execute.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Config } from '#settings/config.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import type { MetricsBuffer } from '#domains/flags/metrics/metrics-buffer.ts'
import type { Job } from '#main/app/domain.ts'
import { FileSource, fileUrl } from './file-source.ts'
import { Forwarder } from './forwarder.ts'
import { Mirror } from './mirror.ts'
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

function openUpstream(
  url: string,
  { config, outbound, directory, metricsBuffer, clock, logger }: Surroundings,
): OpenedMirror {
  const client = new UpstreamClient(url, outbound, {
    headers: Object.fromEntries(config.upstreamHeaders),
    authHeader: config.upstreamAuthHeader,
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
  const reports = new WaitingReports()
  metricsBuffer.passOnTo(reports)
  const everyMs = config.upstreamMetricsSeconds * 1000
  const forwarder = new Forwarder({ mirror, client, reports, everyMs, logger })
  return {
    mirror,
    forwarder,
    reports,
    streams,
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
    ],
  }
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
