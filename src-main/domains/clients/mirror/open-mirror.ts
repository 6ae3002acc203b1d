import type { Outbound } from '#kernel/outbound.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Config } from '#settings/config.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { FileSource, fileUrl } from './file-source.ts'
import { Mirror } from './mirror.ts'
import { UPSTREAM_BOUNDS, UpstreamClient } from './upstream-client.ts'

/** Where a file is looked at that is not followed: until it was read once. */
const SECOND = 1

interface Surroundings {
  config: Config
  /** Way to the upstream, with its certificates. */
  outbound: Outbound
  directory: TokenDirectory
  logger: Logger
}

/** Address of what the settings say to mirror; undefined: this instance has flags of its own. */
export const mirroredUrl = ({
  upstreamUrl,
  offlineFile,
}: Pick<Config, 'upstreamUrl' | 'offlineFile'>): string | undefined =>
  upstreamUrl ?? (offlineFile === undefined ? undefined : fileUrl(offlineFile))

/** Makes the mirror of the settings, and says how often it looks for something new. */
export function openMirror({
  config,
  outbound,
  directory,
  logger,
}: Surroundings): { mirror: Mirror; everyMs: number } | undefined {
  const { upstreamUrl, upstreamTokens: tokens, offlineFile, offlineFrontendTokens: frontendTokens } = config
  const common = { tokens, directory, logger }
  if (upstreamUrl !== undefined) {
    const { upstreamTimeoutSeconds, upstreamHeaders, upstreamAuthHeader: authHeader } = config
    const bounds = { ...UPSTREAM_BOUNDS, timeoutMs: upstreamTimeoutSeconds * 1000 }
    const headers = Object.fromEntries(upstreamHeaders)
    const from = new UpstreamClient(upstreamUrl, outbound.within(bounds), { headers, authHeader })
    return { mirror: new Mirror({ from, ...common }), everyMs: config.upstreamRefreshSeconds * 1000 }
  }
  if (offlineFile === undefined) return undefined
  const { offlineReloadSeconds } = config
  const from = new FileSource(offlineFile, {
    tokens: [...tokens, ...frontendTokens],
    readsOnce: offlineReloadSeconds === 0,
  })
  return {
    mirror: new Mirror({ from, ...common, frontendTokens }),
    everyMs: (offlineReloadSeconds || SECOND) * 1000,
  }
}
