import http from 'node:http'
import { isIP, type Socket } from 'node:net'

import { ProxyError, type Proxy } from './proxies.ts'

interface Tunnel {
  proxy: Proxy
  /** Connection to the proxy. */
  socket: Socket
  host: string
  port: number
  /** Sentence that says where the user and the password of the proxy are set. */
  passwordPlace: string
  signal: AbortSignal
}

/** Has a proxy connect to a host (CONNECT). Rejects with ProxyError, or the reason of `signal`. */
export function openTunnel({ proxy, socket, host, port, passwordPlace, signal }: Tunnel): Promise<Socket> {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    const request = http.request({
      method: 'CONNECT',
      path: target,
      headers: {
        host: target,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      createConnection: () => socket,
      signal,
    })
    request.once('connect', ({ statusCode = 0, headers }, connection: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) connection.unshift(head)
        return resolve(connection)
      }
      connection.destroy()
      reject(
        refusalOf(proxy, {
          status: statusCode,
          offers: headers['proxy-authenticate'] ?? [],
          target,
          passwordPlace,
        }),
      )
    })
    request.once('error', (error) =>
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new ProxyError(`${nameOf(proxy)} ended the connection before it answered. Is it an HTTP proxy?`, {
              cause: error,
            }),
      ),
    )
    request.end()
  })
}

interface Refusal {
  status: number
  /** Ways to sign in that the proxy offers (Proxy-Authenticate). */
  offers: readonly string[] | string
  target: string
  passwordPlace: string
}

/** Explains the status with which a proxy refuses. */
export function refusalOf(proxy: Proxy, { status, offers, target, passwordPlace }: Refusal): ProxyError {
  const name = nameOf(proxy)
  if (status === 407) {
    const schemes = [offers].flat().map((offer) => offer.split(/[\s,]/)[0] ?? '')
    if (schemes.length > 0 && !schemes.some((scheme) => scheme.toLowerCase() === 'basic'))
      return new ProxyError(
        `${name} asks to sign in by ${schemes.join(' or ')}. Halyard signs in by user and password (Basic) only: use a proxy on this machine that does the rest.`,
      )
    return new ProxyError(
      proxy.authorization === undefined
        ? `${name} requires a user and a password (407). ${passwordPlace}`
        : `${name} does not accept the user and the password (407). ${passwordPlace}`,
    )
  }
  if (status === 403)
    return new ProxyError(
      `${name} does not allow connections to ${target} (403). Ask who runs it, or except the host in noProxy.`,
    )
  if (status >= 502 && status <= 504) return new ProxyError(`${name} cannot reach ${target} (${status}).`)
  return new ProxyError(`${name} answers ${status} when asked for ${target}.`)
}

/** Names a proxy at the beginning of a sentence. */
export const nameOf = ({ host, port, source }: Proxy): string => `The proxy ${host}:${port} (${source})`
