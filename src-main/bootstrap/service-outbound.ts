import { Outbound } from '../kernel/outbound.ts'
import type { Config } from './config.ts'

/** Makes the service's own client for other machines, with the policy of the settings. */
export const serviceOutbound = ({ integrationsMayBePrivate, integrationHosts }: Config): Outbound =>
  new Outbound({ allowPrivate: integrationsMayBePrivate, allowList: integrationHosts })
