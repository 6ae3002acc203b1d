import type { AddressPolicy } from '#kernel/address-policy.ts'
import type { Logger } from '#kernel/logger.ts'
import { Outbound } from '#kernel/outbound.ts'
import type { BackendOptions } from './backend-options.ts'
import type { Config } from '#settings/config.ts'
import { openNetwork } from '#settings/open-network.ts'
import { isOpenToOthers } from '#settings/public-url.ts'

/** Clients for other machines, by who chose the address. */
export interface Outbounds {
  /** The operator of the service: it may be anywhere. */
  operators: Outbound
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
export function serviceOutbound(
  config: Config,
  { logger, systemProxies, isOwnPort }: Dependencies,
): Outbounds {
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
  return {
    operators: new Outbound({ allowPrivate: true, allowList: [] }, {}, network),
    users: new Outbound(policy, {}, network),
  }
}
