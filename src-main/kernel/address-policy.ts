import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is given out for the public internet; ranges that mean something else lie within it, too. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** Checks whether an address is public. An IPv4 address mapped to IPv6 is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isOfInternet = parsed instanceof ipaddr.IPv4 || parsed.match(...GLOBAL_UNICAST)
  return isOfInternet && parsed.range() === 'unicast'
}

/** Hosts that the service may call: public ones, and those in the service's settings. */
export interface AddressPolicy {
  allowPrivate: boolean
  /** Names of hosts, or addresses. */
  allowList: readonly string[]
}

/** Checks whether a host is allowed whatever its address. */
export function isAllowedHost({ allowPrivate, allowList }: AddressPolicy, host: string): boolean {
  return allowPrivate || allowList.some((one) => one.toLowerCase() === host.toLowerCase())
}

export function isAllowedAddress(policy: AddressPolicy, host: string, address: string): boolean {
  return isAllowedHost(policy, host) || isAllowedHost(policy, address) || isPublicAddress(address)
}

/** Returns the host of a URL as used for lookups: without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
