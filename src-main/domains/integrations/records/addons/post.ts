import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { hostOf, isAllowedAddress, type UrlPolicy } from './url-policy.ts'

export interface PostOptions {
  headers: Record<string, string>
  body: string
  policy: UrlPolicy
  timeoutMs: number
  signal: AbortSignal
}

export interface PostAnswer {
  status: number
  /** The beginning of it. */
  text: string
}

const MAX_ANSWER = 16 * 1024

class RefusedAddress extends Error {
  constructor(host: string) {
    super(`${host} leads into a private network, and is not allowed to.`)
  }
}

/**
 * Posts to where an integration leads. The address is checked when it is connected to, so that no name can change its
 * mind in between, and redirects are not followed: they could lead anywhere.
 */
export function post(
  target: string,
  { headers, body, policy, timeoutMs, signal }: PostOptions,
): Promise<PostAnswer> {
  const url = new URL(target)
  const host = hostOf(url)
  if (isIP(host) && !isAllowedAddress(policy, host, host)) return Promise.reject(new RefusedAddress(host))
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: lookupBy(policy),
        // a connection of one's own: none is taken over whose address somebody else has checked
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        const done = () => {
          const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString('utf8')
          resolve({ status: response.statusCode ?? 0, text })
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.byteLength
          if (size < MAX_ANSWER) return
          done()
          asking.destroy()
        })
        response.on('end', done)
        response.on('error', reject)
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}

/** The usual lookup, which refuses a name as soon as one of its addresses is not allowed. */
function lookupBy(policy: UrlPolicy): LookupFunction {
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

/** Why there was no answer, in plain words. */
export function explainFailure(error: unknown, host: string): string {
  if (error instanceof RefusedAddress) return error.message
  const code = codeOf(error)
  if (code === 'ABORT_ERR' || (error instanceof Error && /Timeout|Abort/.test(error.name)))
    return `${host} did not answer in time.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host ${host} cannot be looked up.`
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}: the connection was refused.`
  return `${host} cannot be reached${code ? ` (${code})` : ''}.`
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
