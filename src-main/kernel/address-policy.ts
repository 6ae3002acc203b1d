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
  /** Present if this machine may be called by its loopback addresses. */
  loopback?: {
    /** True for a port that Halyard itself listens on. */
    isOwnPort: (port: number) => boolean
  }
}

/** Host and port to connect to. */
export interface Target {
  /** Name, or address without brackets. */
  host: string
  port: number
}

/** Checks whether a host is allowed whatever its address. */
export function isAllowedHost({ allowPrivate, allowList }: AddressPolicy, host: string): boolean {
  return allowPrivate || allowList.some((one) => one.toLowerCase() === host.toLowerCase())
}

/** Checks an address that a host has, or the host itself where it is an address. */
export function isAllowedAddress(policy: AddressPolicy, { host, port }: Target, address: string): boolean {
  if (isAllowedHost(policy, host) || isAllowedHost(policy, address) || isPublicAddress(address)) return true
  // a name of the DNS that leads to the loopback is none of this machine's own names
  const isLoopback = policy.loopback !== undefined && isLoopbackHost(host) && isLoopbackAddress(address)
  return isLoopback && policy.loopback?.isOwnPort(port) === false
}

/** Checks whether a target would be allowed if Halyard did not listen there itself. */
export const isOwnPort = (policy: AddressPolicy, { host, port }: Target): boolean =>
  policy.loopback !== undefined && isLoopbackHost(host) && policy.loopback.isOwnPort(port)

/** Checks whether a host names this machine: `localhost`, a name below it, or a loopback address. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:[^.]+\.)*localhost\.?$/i.test(host) || isLoopbackAddress(host)

const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Returns the host of a URL as used for lookups: without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

const PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])

/** Returns what a URL connects to. */
export const targetOf = (url: URL): Target => ({
  host: hostOf(url),
  port: url.port === '' ? (PORTS.get(url.protocol) ?? 0) : Number(url.port),
})
