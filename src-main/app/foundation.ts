import type { Clock } from '#kernel/clock.ts'
import type { Ids } from '#kernel/ids.ts'
import { sealerOf } from '#kernel/sealer.ts'
import { LoopWatch } from '#runtime/loop-watch.ts'
import { RateLimiter } from '#runtime/rate-limiter.ts'
import { ReportAllowance } from '#runtime/report-allowance.ts'
import { checkSealingKey } from '#settings/check-sealing-key.ts'
import { readPublicUrl, isOpenToOthers } from '#settings/public-url.ts'
import { openStore } from '#store/open-store.ts'
import { sealingKeysIn } from '#store/sealing-keys.ts'
import type { Store } from '#store/store.ts'
import type { BackendOptions } from './backend-options.ts'
import type { CommonServices, Foundation, Whole } from './domain.ts'
import { seed } from './first-content.ts'
import type { AddressPolicy } from '#kernel/address-policy.ts'
import type { Logger } from '#kernel/logger.ts'
import { Outbound } from '#kernel/outbound.ts'
import type { Config } from '#settings/config.ts'
import { openNetwork } from '#settings/open-network.ts'
import { upstreamTerms } from '#settings/upstream-terms.ts'
import { APP_VERSION } from './app-version.ts'

interface Surroundings {
  options: BackendOptions
  clock: Clock
  ids: Ids
  whole: Whole
  /** URL of the main port; null: it is closed. */
  url: () => string | null
  /** True for a port that Halyard itself listens on. */
  isOwnPort: (port: number) => boolean
}

/** Prepares a store for the domains: its sealing key is checked, and an empty one is filled. */
export async function layFoundation(
  store: Store,
  { options, clock, ids, whole, url, isOwnPort }: Surroundings,
): Promise<Foundation> {
  const { config, logger } = options
  const sealer = sealerOf(sealingKeysIn(config.dataDir, options.osProtection, config.sealingKey))
  // ahead of everything that writes: another key would be lost, or lose the stored secrets
  await store.peers.inTurn('start', () => checkSealingKey(store, sealer, options))
  // one Halyard after the other, where several begin on an empty database
  await store.peers.inTurn('start', () => seed(store, config, clock, ids))
  const { basePath, publicUrl, baseUrl } = readPublicUrl(config)
  const { operators, upstream, users } = serviceOutbound(config, {
    logger,
    systemProxies: options.systemProxies,
    isOwnPort,
  })
  const common: CommonServices = {
    outbound: users,
    limiter: new RateLimiter(clock),
    reportAllowance: new ReportAllowance({ clock, logger, limits: config.limits }),
    sealer,
    now: () => clock.now(),
    plan: config.plan,
    baseUriPath: basePath,
    baseUrl,
    // until a port is open, the configured one
    pagesUrl: () => (publicUrl === '' ? (url() ?? `http://localhost:${config.port}${basePath}`) : baseUrl),
  }
  const loop = new LoopWatch(clock, logger)
  const version = APP_VERSION
  return {
    ...common,
    common,
    store,
    clock,
    ids,
    logger,
    config,
    options,
    version,
    loop,
    operators,
    upstream,
    whole,
  }
}

/** Clients for other machines, by who chose the address. */
interface Outbounds {
  /** The operator of the service: it may be anywhere. */
  operators: Outbound
  /** The operator, for the instance that is mirrored. */
  upstream: Outbound
  /** Users, in the window or over the API: by the policy of the settings. */
  users: Outbound
}

interface Dependencies {
  logger: Logger
  systemProxies: BackendOptions['systemProxies']
  /** True for a port that Halyard itself listens on. */
  isOwnPort: (port: number) => boolean
}

/**
 * Makes the service's own clients for other machines. While nobody else can come, users may have this machine called: they could
 * do so themselves. Throws ConfigError for a file of certificates that cannot be used.
 */
function serviceOutbound(config: Config, { logger, systemProxies, isOwnPort }: Dependencies): Outbounds {
  const { integrationsMayBePrivate: allowPrivate, integrationHosts: allowList } = config
  const policy: AddressPolicy = {
    allowPrivate,
    allowList,
    ...(isOpenToOthers(config) ? {} : { loopback: { isOwnPort } }),
  }
  const network = openNetwork(config, {
    env: process.env,
    systemProxies,
    warn: (problem) => logger.warn({ problem }, 'certificates are left out'),
  })
  const operators = new Outbound({ allowPrivate: true, allowList: [] }, {}, network)
  return {
    operators,
    upstream: config.upstreamUrl === undefined ? operators : operators.with(upstreamTerms(config)),
    users: new Outbound(policy, {}, network),
  }
}

/** Opens the store that the configuration names. Throws what openStore throws. */
export function openBackendStore(options: BackendOptions, clock: Clock): Promise<Store> {
  const { config, logger } = options
  return openStore({
    dataDir: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    wasm: options.wasm,
    now: () => clock.now(),
    logger,
    ...(options.recovery === undefined ? {} : { recovery: options.recovery }),
    ...options.disk,
  })
}
