import { BlockList, isIP } from 'node:net'

/** What is no address of the public internet: private, local, shared, reserved, multicast (RFC 6890 and its heirs). */
const NOT_PUBLIC = new BlockList()
const RANGES: [network: string, prefix: number, type: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 127, 'ipv6'],
  // the other kind in disguise, translated or tunnelled; a mapped one is looked at as what it maps
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
for (const [network, prefix, type] of RANGES) NOT_PUBLIC.addSubnet(network, prefix, type)

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && !NOT_PUBLIC.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}

/** Which hosts integrations may talk to: those of the public internet, and those that whoever runs the service names. */
export interface UrlPolicy {
  allowPrivate: boolean
  /** Names of hosts, or addresses. */
  allowList: readonly string[]
}

/** Whether a host is allowed whatever its address is. */
export function isAllowedHost({ allowPrivate, allowList }: UrlPolicy, host: string): boolean {
  return allowPrivate || allowList.some((one) => one.toLowerCase() === host.toLowerCase())
}

export function isAllowedAddress(policy: UrlPolicy, host: string, address: string): boolean {
  return isAllowedHost(policy, host) || isAllowedHost(policy, address) || isPublicAddress(address)
}

/** The host of a URL as one resolves it: without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
