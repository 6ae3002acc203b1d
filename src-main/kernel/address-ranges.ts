import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

import { LruMap } from '#runtime/lru-map.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Tells whether an address is in a list of addresses and ranges. */
export type InRanges = (address: string) => boolean

/** Addresses of late: each request has one to three, and most come from a few clients and proxies. */
const parsedOfLate = new LruMap<string, Address>(1000)

/** Parses an address without its zone, which is meaningful on one machine only. Undefined if it is none. */
export function parseAddress(address: string): Address | undefined {
  const [plain = ''] = address.split('%', 1)
  const known = parsedOfLate.get(plain)
  if (known || isIP(plain) === 0) return known
  const parsed = ipaddr.process(plain)
  parsedOfLate.set(plain, parsed)
  return parsed
}

/** Reads `10.0.0.5` or `10.0.0.0/8`. Undefined if the text is neither. */
function readRange(text: string): [Address, number] | undefined {
  const [first = '', bits, ...rest] = text.split('/')
  const address = isIP(first) === 0 ? undefined : ipaddr.parse(first)
  if (!address || rest.length > 0) return undefined
  const all = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, all]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= all ? [address, Number(bits)] : undefined
}

/** Checks the form of an address or a range. */
export const isRange = (text: string): boolean => readRange(text) !== undefined

/** Makes the check of a list of addresses and ranges. An IPv4 address mapped to IPv6 is checked as IPv4. */
export function inRanges(list: readonly string[]): InRanges {
  const ranges = list.map(readRange).filter((range) => range !== undefined)
  return (address) => {
    const parsed = parseAddress(address)
    return (
      parsed !== undefined &&
      ranges.some(([first, bits]) => parsed.kind() === first.kind() && parsed.match(first, bits))
    )
  }
}
