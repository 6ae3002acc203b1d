import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net, { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { hostOf, isAllowedAddress, type AddressPolicy } from './address-policy.ts'
import { traceOutbound } from './tracing/trace-outbound.ts'
import { problemOfUrl } from './problem-of-url.ts'

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

/** The host leads to an address that the policy does not allow. */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`${host} leads into a private network, and is not allowed to.`)
  }
}

/** The answer is longer than its bound. */
export class AnswerTooLarge extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`It answers with more than ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

/**
 * The only way to call other machines; lint refuses any other. It holds an address policy and bounds on each answer.
 * The service's own has the policy of its settings (`integrationHosts`).
 */
export class Outbound {
  readonly #policy: AddressPolicy
  readonly #bounds: OutboundBounds

  constructor(policy: AddressPolicy, bounds: Partial<OutboundBounds> = {}) {
    this.#policy = policy
    this.#bounds = { ...USUAL, ...bounds }
  }

  /** The same policy with other bounds. */
  within(bounds: Partial<OutboundBounds>): Outbound {
    return new Outbound(this.#policy, { ...this.#bounds, ...bounds })
  }

  /** Describes the problem of a URL that somebody wants called; undefined: none. For settings, before they are saved. */
  problemOf(url: string): Promise<string | undefined> {
    return problemOfUrl(url, this.#policy)
  }

  /**
   * Opens a connection for a protocol other than HTTP, such as SMTP. The address is checked as for requests. Rejects with
   * RefusedAddress, a TimeoutError, the reason of `signal`, or the system's error. Its owner has to end it.
   */
  async connect({ host, port }: { host: string; port: number }, signal?: AbortSignal): Promise<net.Socket> {
    if (isIP(host) && !isAllowedAddress(this.#policy, host, host)) throw new RefusedAddress(host)
    const timeout = AbortSignal.timeout(this.#bounds.timeoutMs)
    const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
    ending.throwIfAborted()
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host, port, lookup: lookupBy(this.#policy) })
      const abort = () => socket.destroy(ending.reason as Error)
      const settle = () => ending.removeEventListener('abort', abort)
      ending.addEventListener('abort', abort, { once: true })
      socket.once('error', (error) => {
        settle()
        reject(error)
      })
      socket.once('connect', () => {
        settle()
        socket.removeAllListeners('error')
        resolve(socket)
      })
    })
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
      // anything else is a socket file of this machine
      const isRefused = isNamed ? isIP(host) && !isAllowedAddress(policy, host, host) : !policy.allowPrivate
      if (isRefused) return socket.destroy(new RefusedAddress(String(isNamed ? host : port)))
      return isNamed ? connect({ port, host, lookup: lookupBy(policy) }) : connect(String(port))
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
   * - The whole exchange takes `timeoutMs` at most, and the body `maxBytes`; reading more throws AnswerTooLarge. A body
   *   that is not wanted should be cancelled.
   *
   * Rejects with RefusedAddress, a TimeoutError, the reason of `signal`, or the system's error with its `code`, not
   * wrapped. `explainFailure` puts them into words.
   */
  readonly fetch = async (input: string | URL, init: RequestInit = {}): Promise<Response> =>
    traceOutbound(new Request(input, init), (request) => this.#exchange(request, init.redirect))

  async #exchange(request: Request, redirect: RequestInit['redirect']): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    const host = hostOf(url)
    if (isIP(host) && !isAllowedAddress(this.#policy, host, host)) throw new RefusedAddress(host)
    const { timeoutMs, maxBytes } = this.#bounds
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
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

  #send(
    url: URL,
    { method, headers }: Request,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      const asking = request(
        url,
        {
          method,
          headers: {
            'accept-encoding': 'gzip',
            ...Object.fromEntries(headers),
            ...(body.byteLength > 0 || method === 'POST' ? { 'content-length': body.byteLength } : {}),
          },
          lookup: lookupBy(this.#policy),
          // do not reuse connections: their address was checked for another request
          agent: false,
          signal,
        },
        resolve,
      )
      asking.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
      asking.end(body)
    })
  }
}

/** The usual lookup, which refuses a name as soon as one of its addresses is not allowed. */
function lookupBy(policy: AddressPolicy): LookupFunction {
  return (host, options, callback) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const refused = found.some(({ address }) => !isAllowedAddress(policy, host, address))
      if (refused) return callback(new RefusedAddress(host), '', 0)
      const [first] = found
      if (options.all) callback(null, found)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

interface Reading {
  isPacked: boolean
  maxBytes: number
  signal: AbortSignal
}

/** Reads a body up to its bound. Whoever stops reading ends the connection. */
async function* bounded(
  answer: http.IncomingMessage,
  { isPacked, maxBytes, signal }: Reading,
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

/** Explains in plain words why there was no answer. */
export function explainFailure(error: unknown, host: string): string {
  if (error instanceof RefusedAddress || error instanceof AnswerTooLarge) return error.message
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
