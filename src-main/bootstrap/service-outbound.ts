import { hostOf, isLoopbackHost, type AddressPolicy } from '../kernel/address-policy.ts'
import type { Network } from '../kernel/network/network.ts'
import { Outbound } from '../kernel/outbound.ts'
import type { Config } from './config.ts'

/** Checks whether others than programs of this machine can come: by the network, or through a proxy with another name. */
export const isOpenToOthers = ({
  host,
  allowedHosts,
  baseUrl,
}: Pick<Config, 'host' | 'allowedHosts' | 'baseUrl'>): boolean =>
  [host, ...allowedHosts, ...(baseUrl === undefined ? [] : [hostOf(new URL(baseUrl))])].some(
    (one) => !isLoopbackHost(one),
  )

/** Clients for other machines, by who chose the address. */
export interface Outbounds {
  /** The operator of the service: it may be anywhere. */
  operators: Outbound
  /** Users, in the window or over the API: by the policy of the settings. */
  users: Outbound
}

/**
 * Makes the service's own clients for other machines. While nobody else can come, users may have this machine called: they could
 * do so themselves.
 */
export function serviceOutbound(
  config: Config,
  network: Network,
  isOwnPort: (port: number) => boolean,
): Outbounds {
  const { integrationsMayBePrivate: allowPrivate, integrationHosts: allowList } = config
  const policy: AddressPolicy = {
    allowPrivate,
    allowList,
    ...(isOpenToOthers(config) ? {} : { loopback: { isOwnPort } }),
  }
  return {
    operators: new Outbound({ allowPrivate: true, allowList: [] }, {}, network),
    users: new Outbound(policy, {}, network),
  }
}
