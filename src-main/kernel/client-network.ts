import ipaddr from 'ipaddr.js'

import { parseAddress } from './address-ranges.ts'

/** One client, as its address tells it apart, and the network it is in. */
export interface ClientNetwork {
  client: string
  network: string
}

const THIS_MACHINE: ClientNetwork = { client: 'loopback', network: 'loopback' }

/**
 * Derives the client and its network from an address. An IPv6 host picks its own address within a /64, so the /64 is
 * the client and the /48 its network. An IPv4 address is the client, the /24 its network. All of this machine's
 * addresses are one client: `127.0.0.0/8` has 16 million of them.
 */
export function networkOf(address: string): ClientNetwork {
  const parsed = parseAddress(address)
  if (!parsed) return { client: address, network: address }
  if (parsed.range() === 'loopback') return THIS_MACHINE
  if (parsed instanceof ipaddr.IPv4)
    return { client: parsed.toString(), network: `${parsed.octets.slice(0, 3).join('.')}.0/24` }
  const prefix = (groups: number) =>
    `${parsed.parts
      .slice(0, groups)
      .map((part) => part.toString(16))
      .join(':')}::/${groups * 16}`
  return { client: prefix(4), network: prefix(3) }
}
