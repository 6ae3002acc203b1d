import dns from 'node:dns'
import net, { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'

import {
  isAllowedAddress,
  isAllowedHost,
  isOwnPort,
  targetOf,
  type AddressPolicy,
  type Target,
} from '../address-policy.ts'
import { asCertificateError, chainOf } from './certificate-error.ts'
import type { Network } from './network.ts'
import { ProxyError, type Proxy } from './proxies.ts'
import { nameOf, openTunnel } from './tunnel.ts'

/** The host leads to an address that the policy does not allow. */
export class RefusedAddress extends Error {
  constructor(target: Target, policy: AddressPolicy) {
    super(
      isOwnPort(policy, target)
        ? `${target.host}:${target.port} is Halyard itself, and is not called.`
        : `${target.host} leads into a private network, and is not allowed to.`,
    )
  }
}

/** A name cannot be looked up here, so nobody knows where a proxy would lead it. */
export class UncheckedName extends Error {
  constructor(host: string) {
    super(
      `The host ${host} cannot be looked up here, so it may lead into a private network. To have the proxy look it up, name it in integrationHosts.`,
    )
  }
}

export interface Dialling {
  policy: AddressPolicy
  network: Network
  signal: AbortSignal
  /** True if the other end has to be the host itself. */
  isTunnelled?: boolean
}

/** Open connection. */
export interface Line {
  socket: net.Socket
  /** The proxy at its other end, which passes on requests by their whole URL. Absent: the host itself is there. */
  forwarder?: Proxy
}

/**
 * Opens a connection to the host of a URL, directly or through a proxy, encrypted for https. The address is checked against the
 * policy as it is connected to. Rejects with RefusedAddress, UncheckedName, ProxyError, CertificateError, the reason of `signal`
 * or the system's error.
 */
export async function dial(url: URL, terms: Dialling): Promise<Line> {
  const { policy, network, signal } = terms
  const target = targetOf(url)
  requireAllowed(policy, target)
  const ways = await network.waysTo(url)
  const line = await firstOf(ways, (proxy) =>
    proxy ? lineThrough(proxy, url, terms) : lineTo(target, policy, signal),
  )
  if (url.protocol !== 'https:') return line
  return { socket: await secure(line.socket, { host: target.host, network, signal }) }
}

/** Takes the first way that is there. */
async function firstOf<T>(
  ways: readonly (Proxy | undefined)[],
  take: (proxy: Proxy | undefined) => Promise<T>,
): Promise<T> {
  const [way, ...others] = ways
  try {
    return await take(way)
  } catch (error) {
    if (others.length > 0 && error instanceof ProxyError && error.isAbsent) return firstOf(others, take)
    throw error
  }
}

const lineTo = async (target: Target, policy: AddressPolicy, signal: AbortSignal): Promise<Line> => ({
  socket: await connectTo(target, policy, signal),
})

/**
 * A proxy looks names up itself, and could find another address than was checked here. So it gets the checked address, except for
 * hosts that may be called whatever their address.
 */
async function lineThrough(proxy: Proxy, url: URL, terms: Dialling): Promise<Line> {
  const { policy, network, signal, isTunnelled = false } = terms
  const target = targetOf(url)
  const isFree = isAllowedHost(policy, target.host)
  const host = isFree || isIP(target.host) ? target.host : await checkedAddressOf(target, policy)
  const socket = await connectToProxy(proxy, network, signal)
  if (isFree && url.protocol === 'http:' && !isTunnelled) return { socket, forwarder: proxy }
  return {
    socket: await openTunnel({
      proxy,
      socket,
      host,
      port: target.port,
      passwordPlace: network.places.proxyPassword,
      signal,
    }),
  }
}

async function checkedAddressOf(target: Target, policy: AddressPolicy): Promise<string> {
  const found = await dns.promises.lookup(target.host, { all: true }).catch(() => [])
  const [first] = found
  if (!first) throw new UncheckedName(target.host)
  if (found.some(({ address }) => !isAllowedAddress(policy, target, address)))
    throw new RefusedAddress(target, policy)
  return first.address
}

/** The person who set a proxy chose its address. */
const ANYWHERE: AddressPolicy = { allowPrivate: true, allowList: [] }

async function connectToProxy(proxy: Proxy, network: Network, signal: AbortSignal): Promise<net.Socket> {
  let socket: net.Socket
  try {
    socket = await connectTo(proxy, ANYWHERE, signal)
  } catch (error) {
    signal.throwIfAborted()
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new ProxyError(`${nameOf(proxy)} cannot be reached (${code}).`, { isAbsent: true, cause: error })
  }
  if (!proxy.isEncrypted) return socket
  return secure(socket, {
    host: proxy.host,
    network,
    signal,
    isProxy: true,
  })
}

/** Connects without a proxy. */
export function connectTo(target: Target, policy: AddressPolicy, signal: AbortSignal): Promise<net.Socket> {
  requireAllowed(policy, target)
  signal.throwIfAborted()
  const socket = net.connect({ ...target, lookup: lookupBy(policy, target.port) })
  return settled(socket, 'connect', signal)
}

/** Throws RefusedAddress for a host that is an address which is not allowed. */
export function requireAllowed(policy: AddressPolicy, target: Target): void {
  if (isIP(target.host) && !isAllowedAddress(policy, target, target.host))
    throw new RefusedAddress(target, policy)
}

/** The usual lookup, which refuses a name as soon as one of its addresses is not allowed. */
export function lookupBy(policy: AddressPolicy, port: number): LookupFunction {
  return (host, options, callback) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const refused = found.some(({ address }) => !isAllowedAddress(policy, { host, port }, address))
      if (refused) return callback(new RefusedAddress({ host, port }, policy), '', 0)
      const [first] = found
      if (options.all) callback(null, found)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}

/** Terms of a network that errors about certificates name. */
export const termsOf = (
  network: Network,
  host: string,
): Pick<Parameters<typeof asCertificateError>[1], 'places' | 'hasProof'> => ({
  places: network.places,
  hasProof: network.hasProofFor(host),
})

interface Securing {
  host: string
  network: Network
  signal: AbortSignal
  isProxy?: boolean
}

/** Encrypts a connection. Rejects with CertificateError, the reason of `signal` or the system's error; the connection is closed then. */
export async function secure(
  socket: net.Socket,
  { host, network, signal, isProxy = false }: Securing,
): Promise<tls.TLSSocket> {
  const secureContext = await (isProxy ? network.secureContextForProxy() : network.secureContextFor(host))
  const encrypted = tls.connect({
    socket,
    host,
    // an address is no name of a server
    ...(isIP(host) ? {} : { servername: host }),
    secureContext,
  })
  let chain: ReturnType<typeof chainOf> = []
  // before Node.js checks the certificates: if it does not accept them, they are gone
  encrypted.prependOnceListener('secure', () => (chain = chainOf(encrypted)))
  try {
    return await settled(encrypted, 'secureConnect', signal)
  } catch (error) {
    socket.destroy()
    throw asCertificateError(error as Error, { host, chain, ...termsOf(network, host) })
  }
}

/** Waits for a socket. */
function settled<S extends net.Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(signal.reason as Error)
    const settle = () => {
      signal.removeEventListener('abort', abort)
      socket.removeListener('error', fail)
      socket.removeListener('close', close)
      socket.removeListener(event, succeed)
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    const close = () => fail(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }))
    const succeed = () => {
      settle()
      // until its user listens, an error must not end the process
      socket.on('error', () => {})
      resolve(socket)
    }
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', fail).once('close', close).once(event, succeed)
    if (signal.aborted) abort()
  })
}
