import { ownValue } from '#shared/own-value.ts'
import type { Outbound, OutboundBounds } from '#kernel/outbound.ts'
import { problemOfFailure, problemOfStatus, RemoteError } from './remote-error.ts'
import { REMOTE_REQUESTS, type RemoteQuestion } from './remote-requests.ts'

export const REMOTE_BOUNDS: OutboundBounds = { timeoutMs: 20_000, maxBytes: 32 * 1024 * 1024 }

/** Parts of a request: its body, and the values in its path. */
export interface RemoteParts {
  body?: object
  params?: Readonly<Record<string, string>>
}

/**
 * Client of a remote instance. It never writes there: its requests are a closed list. It follows no redirect,
 * so the token is sent to the given URL only.
 */
export class RemoteClient {
  readonly #url: string
  readonly #token: string
  readonly #outbound: Outbound

  /** `outbound` allows private addresses: Admins configure remotes, and most are in a private network. */
  constructor(url: string, token: string, outbound: Outbound) {
    this.#url = url
    this.#token = token
    this.#outbound = outbound
  }

  /** Sends a request and returns the JSON response. Throws RemoteError. */
  async ask(question: RemoteQuestion, { body, params = {} }: RemoteParts = {}): Promise<unknown> {
    const { method, path: pattern } = REMOTE_REQUESTS[question]
    const path = pattern.replaceAll(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(ownValue(params, name) ?? ''),
    )
    const { host } = new URL(this.#url)
    try {
      const response = await this.#outbound.fetch(`${this.#url}${path}`, {
        method,
        headers: {
          authorization: this.#token,
          accept: 'application/json',
          'unleash-appname': 'halyard',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const problem = problemOfStatus(response.status, path)
      if (problem) {
        await response.body?.cancel()
        throw problem
      }
      return toJson(await response.text(), path)
    } catch (error) {
      throw problemOfFailure(error, host)
    }
  }
}

function toJson(text: string, path: string): unknown {
  try {
    // null counts as missing, as in our schemas
    return JSON.parse(text, (_key, value: unknown) => (value === null ? undefined : value))
  } catch (error) {
    throw new RemoteError('not-such-a-service', `It answers ${path} with something else than JSON.`, {
      cause: error,
    })
  }
}
