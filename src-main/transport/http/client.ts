import type { IncomingHttpHeaders } from 'node:http'

import type { FastifyRequest } from 'fastify'

import type { InRanges } from '#kernel/address-ranges.ts'
import { parseAddress } from '#kernel/address-ranges.ts'
import { networkOf } from '#kernel/client-network.ts'

/** Sender of a request, as far as its connection and the trusted proxies before it tell. */
export interface Client {
  ip: string
  /**
   * True if the address may stand for many clients: this machine's own, on which a proxy may run that says nothing,
   * or that of a proxy that is not trusted.
   */
  isShared: boolean
  /** True if a trusted proxy got the request over https. */
  isSecure: boolean
  /** True if it came through a proxy that is not trusted, or that does not tell whose request it is. */
  isHidden: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells whether an address is one of a trusted proxy (setting `trustedProxies`). */
    isTrustedProxy: InRanges
  }
}

/** Reads the client of a request. */
export function clientOf({ ip, headers, server }: Pick<FastifyRequest, 'ip' | 'headers' | 'server'>): Client {
  return readClient(ip, headers, server.isTrustedProxy)
}

/**
 * Finds the client behind a connection. Headers count only if a trusted proxy sent them: each proxy adds its sender at
 * the end, so the client is the last address that is not a trusted proxy's. What stands before it, anybody can send.
 */
export function readClient(peer: string, headers: IncomingHttpHeaders, isTrusted: InRanges): Client {
  if (!isTrusted(peer)) {
    const isHidden = FORWARDING.some((name) => headers[name] !== undefined)
    const isShared = isThisMachine(peer) || (isHidden && isPrivate(peer))
    return { ip: peer, isShared, isSecure: false, isHidden }
  }
  let ip = peer
  let isHidden = false
  for (const hop of hopsOf(headers).toReversed()) {
    isHidden = hop === undefined
    ip = hop ?? ip
    if (hop === undefined || !isTrusted(hop)) break
  }
  const isShared = isTrusted(ip) || isThisMachine(ip)
  return { ip, isShared, isSecure: protocolOf(headers) === 'https', isHidden }
}

/** Headers of which at least one shows that a request came through a proxy. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

const isThisMachine = (address: string) => networkOf(address).client === 'loopback'

/** Addresses of proxies. Others that send such headers are clients that would like another limit. */
const PRIVATE = ['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']
const isPrivate = (address: string) => PRIVATE.includes(parseAddress(address)?.range() ?? '')

/** Reads the addresses that proxies added, the nearest last. X-Forwarded-For counts where both headers are sent. */
function hopsOf({ 'x-forwarded-for': list, forwarded }: IncomingHttpHeaders): (string | undefined)[] {
  if (list !== undefined) return [list].flat().join(',').split(',').map(readHop)
  if (forwarded === undefined) return []
  // also within quotes: a quote that a client leaves open must not hide what the proxy adds
  return forwarded.split(',').map((hop) => readHop(parameterOf(hop, 'for') ?? ''))
}

/** Reads an address, with or without a port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Undefined if it is none. */
function readHop(text: string): string | undefined {
  const [, inBrackets, ipv4] = HOP.exec(text.trim()) ?? []
  const address = inBrackets ?? ipv4 ?? text.trim()
  return parseAddress(address) === undefined ? undefined : address
}
const HOP = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/** Reads one parameter of an element of Forwarded (RFC 7239), such as `for="[2001:db8::1]"`. */
function parameterOf(element: string, name: string): string | undefined {
  for (const pair of element.split(';')) {
    const [key = '', value = ''] = pair.split('=', 2)
    if (key.trim().toLowerCase() === name) return value.trim().replace(/^"(.*)"$/, '$1')
  }
  return undefined
}

/** Reads the protocol by which the nearest proxy got the request. */
function protocolOf(headers: IncomingHttpHeaders): string | undefined {
  const said = headers['x-forwarded-proto']
  if (said !== undefined) return [said].flat().join(',').split(',').at(-1)?.trim().toLowerCase()
  return parameterOf(headers.forwarded?.split(',').at(-1) ?? '', 'proto')?.toLowerCase()
}
