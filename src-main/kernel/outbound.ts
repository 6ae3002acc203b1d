import http from 'node:http'
import net from 'node:net'
import { pipeline } from 'node:stream'
import type { SecureContext } from 'node:tls'
import { createGunzip } from 'node:zlib'

import { hostOf, type AddressPolicy, type Target } from './address-policy.ts'
import { CertificateError, asCertificateError } from './network/certificate-error.ts'
import {
  dial,
  lookupBy,
  RefusedAddress,
  requireAllowed,
  secure,
  termsOf,
  UncheckedName,
  type Line,
} from './network/dial.ts'
import { DiallingAgent } from './network/dialling-agent.ts'
import { DIRECT_NETWORK, type Network, type OwnTerms } from './network/network.ts'
import { ProxyError } from './network/proxies.ts'
import { refusalOf } from './network/tunnel.ts'
import { problemOfUrl, refusalOfUrl } from './problem-of-url.ts'
import { traceOutbound } from './tracing/trace-outbound.ts'

/** Limits on the time and size of one answer. */
export interface OutboundBounds {
  /** From the request to the last byte of the answer. */
  timeoutMs: number
  /** Size of the body after unpacking. */
  maxBytes: number
}

const USUAL: OutboundBounds = { timeoutMs: 10_000, maxBytes: 1024 * 1024 }

/** Answers without a body, by the fetch standard. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304]

/** Errors of requests that had been written as a whole: the other side may have acted on them. */
const WRITTEN = new WeakSet<Error>()

/** Checks whether a request that failed may have been received as a whole. If not, it can be repeated without harm. */
export const mayHaveArrived = (error: unknown): boolean => error instanceof Error && WRITTEN.has(error)

/** The answer is longer than its bound. */
export class AnswerTooLarge extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`It answers with more than ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

/**
 * The only way to call other machines; lint refuses any other. It holds an address policy, the network to go through, and bounds on
 * each answer. The service's own has the policy of its settings (`integrationHosts`).
 */
export class Outbound {
  readonly #policy: AddressPolicy
  readonly #network: Network
  readonly #bounds: OutboundBounds

  constructor(
    policy: AddressPolicy,
    bounds: Partial<OutboundBounds> = {},
    network: Network = DIRECT_NETWORK,
  ) {
    this.#policy = policy
    this.#bounds = { ...USUAL, ...bounds }
    this.#network = network
  }

  /** The same policy and network with other bounds. */
  within(bounds: Partial<OutboundBounds>): Outbound {
    return new Outbound(this.#policy, { ...this.#bounds, ...bounds }, this.#network)
  }

  /** The same policy and bounds with terms of one connection. */
  with(terms: OwnTerms): Outbound {
    return new Outbound(this.#policy, this.#bounds, this.#network.with(terms))
  }

  /** Describes the problem of a URL that somebody wants called; undefined: none. For settings, before they are saved. */
  problemOf(url: string): Promise<string | undefined> {
    return problemOfUrl(url, this.#policy)
  }

  /** Describes why the policy refuses a URL, as `problemOf` does. A host that cannot be looked up now is no reason. */
  refusalOf(url: string): Promise<string | undefined> {
    return refusalOfUrl(url, this.#policy)
  }

  /**
   * Opens a connection for a protocol other than HTTP, such as `smtp:`. The address is checked as for requests. Rejects with
   * RefusedAddress, ProxyError, a TimeoutError, the reason of `signal`, or the system's error. Its owner has to end it.
   */
  async connect(protocol: string, { host, port }: Target, signal?: AbortSignal): Promise<net.Socket> {
    const ending = this.#ending(signal)
    ending.throwIfAborted()
    const url = new URL(`${protocol}//${net.isIP(host) === 6 ? `[${host}]` : host}:${port}`)
    return (await this.#dial(url, ending)).socket
  }

  /** Encrypts a connection to a host. Rejects with CertificateError, which names the certificate at fault. */
  secure(socket: net.Socket, host: string, signal?: AbortSignal): Promise<net.Socket> {
    return secure(socket, { host, network: this.#network, signal: this.#ending(signal) })
  }

  /** Puts an error of a connection into words about certificates, if it is about them. */
  nameCertificateError(error: Error, host: string): Error {
    return asCertificateError(error, { host, chain: [], ...termsOf(this.#network, host) })
  }

  /** Terms of an encrypted connection to a host, for libraries that encrypt themselves. */
  secureContextFor(host: string): Promise<SecureContext> {
    return this.#network.secureContextFor(host)
  }

  /** Makes an agent for libraries that send their HTTP requests themselves, for `http:` or `https:`. */
  agent(protocol: string): http.Agent {
    return new DiallingAgent(protocol, (url) => this.#dial(url, this.#ending(), { isTunnelled: true }))
  }

  #dial(url: URL, signal: AbortSignal, options: { isTunnelled?: boolean } = {}): Promise<Line> {
    return dial(url, { policy: this.#policy, network: this.#network, signal, ...options })
  }

  #ending(signal?: AbortSignal): AbortSignal {
    const timeout = AbortSignal.timeout(this.#bounds.timeoutMs)
    return signal ? AbortSignal.any([signal, timeout]) : timeout
  }

  /**
   * Makes a socket that checks the address as it connects, for libraries that open their connections themselves: however often
   * they do, a name cannot change its mind in between. Its error is RefusedAddress.
   */
  readonly makeSocket = (): net.Socket => {
    const policy = this.#policy
    const socket = new net.Socket()
    const connect = socket.connect.bind(socket)
    socket.connect = (port: unknown, host?: unknown) => {
      const isNamed = typeof port === 'number' && typeof host === 'string'
      const target = isNamed ? { host, port } : { host: String(port), port: 0 }
      try {
        // anything else is a socket file of this machine
        if (isNamed) requireAllowed(policy, target)
        else if (!policy.allowPrivate) throw new RefusedAddress(target, policy)
      } catch (error) {
        return socket.destroy(error as Error)
      }
      return isNamed ? connect({ ...target, lookup: lookupBy(policy, target.port) }) : connect(String(port))
    }
    return socket
  }

  /**
   * Sends a request, as the global `fetch` does, and can take its place in libraries (`customFetch`). It differs where
   * another machine could misuse it:
   *
   * - The address is checked against the policy as it is connected to, each time: a name cannot change its mind in
   *   between (DNS rebinding). No connection is shared.
   * - Redirects are never followed, as they could lead anywhere: a 3xx is the answer, and an error with
   *   `redirect: 'error'`.
   * - It goes through the proxy of its network, if there is one, and trusts the certificates of the system, too.
   * - The whole exchange takes `timeoutMs` at most, and the body `maxBytes`; reading more throws AnswerTooLarge. A body
   *   that is not wanted should be cancelled.
   *
   * Rejects with RefusedAddress, ProxyError, CertificateError, a TimeoutError, the reason of `signal`, or the system's error
   * with its `code`, not wrapped. `explainFailure` puts them into words.
   */
  readonly fetch = async (input: string | URL, init: RequestInit = {}): Promise<Response> =>
    traceOutbound(new Request(input, init), (request) => this.#exchange(request, init.redirect))

  async #exchange(request: Request, redirect: RequestInit['redirect']): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    const host = hostOf(url)
    const { maxBytes } = this.#bounds
    const signal = this.#ending(request.signal)
    signal.throwIfAborted()
    const answer = await this.#send(url, request, body, signal)
    const status = answer.statusCode ?? 0
    if (redirect === 'error' && status >= 300 && status < 400) {
      answer.destroy()
      throw new TypeError(`${host} redirects elsewhere (${status}); that is not followed.`)
    }
    const headers = headersOf(answer)
    const isPacked = headers.get('content-encoding') === 'gzip'
    if (isPacked) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.includes(status)
    if (isEmpty) answer.resume()
    const read = () => ReadableStream.from(bounded(answer, { isPacked, maxBytes, signal }))
    return new Response(isEmpty ? null : read(), { status, statusText: answer.statusMessage ?? '', headers })
  }

  async #send(
    url: URL,
    { method, headers }: Request,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const network = this.#network
    const host = hostOf(url)
    const { socket, forwarder } = await this.#dial(url, signal)
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const asking = http.request(
        {
          method,
          path: forwarder ? `${url.origin}${url.pathname}${url.search}` : `${url.pathname}${url.search}`,
          headers: {
            host: url.host,
            'accept-encoding': 'gzip',
            ...Object.fromEntries(headers),
            ...(body.byteLength > 0 || method === 'POST' ? { 'content-length': body.byteLength } : {}),
            ...(forwarder?.authorization === undefined
              ? {}
              : { 'proxy-authorization': forwarder.authorization }),
          },
          // a connection of its own: its address was checked for this request
          createConnection: () => socket,
          signal,
        },
        resolve,
      )
      asking.on('error', (cause) => {
        const error = signal.aborted ? (signal.reason as Error) : this.nameCertificateError(cause, host)
        if (asking.writableFinished) WRITTEN.add(error)
        reject(error)
      })
      asking.end(body)
    })
    if (!forwarder || answer.statusCode !== 407) return answer
    answer.destroy()
    throw refusalOf(forwarder, {
      status: 407,
      offers: answer.headers['proxy-authenticate'] ?? [],
      target: url.host,
      passwordPlace: network.places.proxyPassword,
    })
  }
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

interface ReadLimits {
  isPacked: boolean
  maxBytes: number
  signal: AbortSignal
}

/** Reads a body up to its bound. Whoever stops reading ends the connection. */
async function* bounded(
  answer: http.IncomingMessage,
  { isPacked, maxBytes, signal }: ReadLimits,
): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    const source: AsyncIterable<unknown> = isPacked ? pipeline(answer, createGunzip(), () => {}) : answer
    for await (const chunk of source) {
      const bytes = chunk as Uint8Array
      size += bytes.byteLength
      if (size > maxBytes) throw new AnswerTooLarge(maxBytes)
      yield bytes
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    answer.destroy()
  }
}

/** Reads the beginning of a body as text and leaves the rest. */
export async function readBeginning(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).byteLength
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

/** Errors whose message is for people. */
const EXPLAINED = [RefusedAddress, UncheckedName, ProxyError, CertificateError, AnswerTooLarge]

/** Checks whether the message of an error is for people. */
export const isExplained = (error: unknown): error is Error => EXPLAINED.some((kind) => error instanceof kind)

/** Explains in plain words why there was no answer. */
export function explainFailure(error: unknown, host: string): string {
  if (isExplained(error)) return error.message
  if (error instanceof Error && /Timeout|Abort/.test(error.name)) return `${host} did not answer in time.`
  const code = codeOfFailure(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host ${host} cannot be looked up.`
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}: the connection was refused.`
  return `${host} cannot be reached${code ? ` (${code})` : ''}.`
}

/** Finds the code of a system error, which is within another for a host with several addresses. */
export function codeOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code !== '') return code
  return codeOfFailure(error instanceof AggregateError ? error.errors[0] : error.cause)
}

/** Reads how long to wait, in milliseconds: `Retry-After` as seconds or a date, or `RateLimit-Reset`. */
export function pauseOf(headers: Headers, now: number): number | undefined {
  for (const text of [headers.get('retry-after'), headers.get('ratelimit-reset')]) {
    if (text === null) continue
    const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
    if (Number.isFinite(ms)) return Math.max(ms, 0)
  }
  return undefined
}
