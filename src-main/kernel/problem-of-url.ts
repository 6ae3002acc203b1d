import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { isAllowedAddress, isAllowedHost, isOwnPort, targetOf, type AddressPolicy } from './address-policy.ts'

const LOOKUP_MS = 5000

/**
 * Describes the problem of a URL to call; undefined: none. The host's addresses may change later, so they are
 * checked again as they are connected to (network/dial.ts).
 */
export async function problemOfUrl(text: string, policy: AddressPolicy): Promise<string | undefined> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'must be a URL that begins with http:// or https://.'
  if (url.username || url.password) return 'must not hold a user and password.'
  return problemOfHost(url, policy, true)
}

/** Describes why the policy refuses a URL, now that it is looked up; undefined: it does not, or nobody knows. */
export async function refusalOfUrl(text: string, policy: AddressPolicy): Promise<string | undefined> {
  return URL.canParse(text) ? problemOfHost(new URL(text), policy, false) : undefined
}

async function problemOfHost(
  url: URL,
  policy: AddressPolicy,
  isToBeFound: boolean,
): Promise<string | undefined> {
  const target = targetOf(url)
  const { host } = target
  if (isAllowedHost(policy, host)) return undefined
  const addresses = isIP(host) ? [host] : await addressesOf(host)
  if (addresses.length === 0)
    return isToBeFound
      ? `has a host that cannot be looked up: ${host}. If only a proxy finds it, name it in integrationHosts.`
      : undefined
  if (addresses.every((address) => isAllowedAddress(policy, target, address))) return undefined
  return isOwnPort(policy, target)
    ? `must not lead to Halyard itself (${url.host}).`
    : `must not lead into a private network, unless whoever runs the service allows ${host}.`
}

/** Resolves a host. Returns no addresses if it does not exist, or on a timeout. */
async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  )
  return Promise.race([found, setTimeout(LOOKUP_MS, [], { ref: false })])
}
