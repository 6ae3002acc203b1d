import { problemOfFailure, problemOfStatus, RemoteError } from './remote-error.ts'
import { REMOTE_REQUESTS, type RemoteQuestion } from './remote-requests.ts'

/** Limits on the time and size of a response. */
export interface RemoteBounds {
  timeoutMs: number
  maxBytes: number
}

export const REMOTE_BOUNDS: RemoteBounds = { timeoutMs: 20_000, maxBytes: 32 * 1024 * 1024 }

/**
 * Client of a remote instance. It never writes there: its requests are a closed list. It follows no redirect,
 * so the token is sent to the given URL only.
 */
export class RemoteClient {
  readonly #url: string
  readonly #token: string
  readonly #bounds: RemoteBounds

  constructor(url: string, token: string, bounds: RemoteBounds = REMOTE_BOUNDS) {
    this.#url = url
    this.#token = token
    this.#bounds = bounds
  }

  /** Sends a request and returns the JSON response. Throws RemoteError. */
  async ask(question: RemoteQuestion, body?: object): Promise<unknown> {
    const { method, path } = REMOTE_REQUESTS[question]
    const { host } = new URL(this.#url)
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#bounds.timeoutMs),
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
      return toJson(await this.#read(response), path)
    } catch (error) {
      throw problemOfFailure(error, host)
    }
  }

  async #read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array
      size += bytes.byteLength
      if (size > this.#bounds.maxBytes)
        throw new RemoteError('too-large', `It answers with more than ${this.#bounds.maxBytes} bytes.`)
      chunks.push(bytes)
    }
    return Buffer.concat(chunks).toString('utf8')
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
