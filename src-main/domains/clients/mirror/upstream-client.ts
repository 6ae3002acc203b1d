import { z } from 'zod'

import type { Outbound, OutboundBounds } from '#kernel/outbound.ts'
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { explainFailure, pauseOf } from '#kernel/outbound.ts'
import { parseInSteps } from '#runtime/parse-in-steps.ts'
import { readAnswer, ValidatedTokens, type UpstreamAnswer } from './upstream-answer.ts'

/** Bounds of an answer: 5,000 flags with 30 strategies have 90 MB. */
export const UPSTREAM_BOUNDS: OutboundBounds = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }

/** Version of the client specification that the mirror reads: with segments apart from strategies. */
const SPECIFICATION = '5.2.0'

/** Problem of an upstream, in plain words. */
export class UpstreamError extends Error {}

/** The upstream gave no whole answer; `cause` says why. */
export class UpstreamAway extends UpstreamError {}

/** Scope of a token, as the upstream tells it, or the token itself. */
export interface UpstreamScope {
  environment: string
  /** `*`: all. */
  projects: string[]
}

/** Flags of a token, or that they have not changed. */
export type Polled = { kind: 'unchanged' } | { kind: 'changed'; etag: string | null; answer: UpstreamAnswer }

interface Asked {
  method?: string
  signal?: AbortSignal
  body?: string
  headers?: Record<string, string>
}

/** Client of an upstream. It only asks and reports as SDKs do. */
export class UpstreamClient {
  readonly #url: string
  readonly #outbound: Outbound

  constructor(url: string, outbound: Outbound) {
    // many give the address that SDKs have
    this.#url = withoutTrailingSlashes(withoutTrailingSlashes(url).replace(/\/api$/, ''))
    this.#outbound = outbound
  }

  /** Finds the scope of a token. Throws UpstreamError if the upstream does not know it, or cannot be asked. */
  async scopeOf(token: string): Promise<UpstreamScope> {
    const [, project = '', environment] = /^([^:]*):([^.]+)\../.exec(token) ?? []
    if (environment === undefined)
      throw new UpstreamError('A token has the form project:environment.secret, and this one has another.')
    if (environment === '*') throw new UpstreamError('An admin token is not for SDKs. Use a backend token.')
    if (project !== '[]' && project !== '') return { environment, projects: [project] }
    // only the upstream knows the projects of a token for several
    const { status, text } = await this.#ask('/edge/validate', token, {
      method: 'POST',
      body: JSON.stringify({ tokens: [token] }),
      headers: { 'content-type': 'application/json' },
    })
    if (status !== 200) throw new UpstreamError(`It answers ${status} at /edge/validate.`)
    const known = ValidatedTokens.safeParse(await toJson(text, '/edge/validate'))
    const found = known.data?.tokens.find((one) => one.token === token)
    if (!found) throw new UpstreamError('It does not know the token.')
    return { environment, projects: found.projects }
  }

  /** Asks for the flags of a token. Throws UpstreamError; nothing of a broken answer is returned. */
  async poll(token: string, etag: string | null): Promise<Polled> {
    const path = '/api/client/features'
    const answer = await this.#ask(path, token, {
      headers: {
        'unleash-client-spec': SPECIFICATION,
        ...(etag === null ? {} : { 'if-none-match': etag }),
      },
    })
    if (answer.status === 304) return { kind: 'unchanged' }
    if (answer.status === 401 || answer.status === 403)
      throw new UpstreamError(`It refuses the token (${answer.status}).`)
    if (answer.status !== 200) throw new UpstreamError(`It answers ${answer.status} at ${path}.`)
    const value = await toJson(answer.text, path)
    return { kind: 'changed', etag: answer.etag, answer: await readAnswer(value).catch(notForSdks) }
  }

  /**
   * Sends what SDKs have reported. Rejects with UpstreamAway if there is no answer; `pauseMs`: how long the upstream wants to be
   * left alone.
   */
  async report(
    token: string,
    body: string,
    { nowMs, signal }: { nowMs: number; signal: AbortSignal },
  ): Promise<{ status: number; pauseMs: number | undefined }> {
    const headers = { 'content-type': 'application/json' }
    const response = await this.#fetch('/api/client/metrics/bulk', token, {
      method: 'POST',
      body,
      headers,
      signal,
    })
    await response.body?.cancel()
    return { status: response.status, pauseMs: pauseOf(response.headers, nowMs) }
  }

  async #ask(
    path: string,
    token: string,
    init: Asked,
  ): Promise<{ status: number; etag: string | null; text: string }> {
    const response = await this.#fetch(path, token, init)
    try {
      return {
        status: response.status,
        etag: response.headers.get('etag'),
        text: response.status === 304 ? '' : await response.text(),
      }
    } catch (error) {
      throw this.#away(error)
    }
  }

  async #fetch(path: string, token: string, { headers = {}, ...init }: Asked): Promise<Response> {
    try {
      return await this.#outbound.fetch(this.#url + path, {
        ...init,
        headers: {
          authorization: token,
          accept: 'application/json',
          'unleash-appname': 'halyard-mirror',
          ...headers,
        },
      })
    } catch (error) {
      throw this.#away(error)
    }
  }

  #away(cause: unknown): UpstreamAway {
    return new UpstreamAway(explainFailure(cause, new URL(this.#url).host), { cause })
  }
}

function notForSdks(error: unknown): never {
  if (!(error instanceof z.ZodError)) throw error
  const [issue] = error.issues
  throw new UpstreamError(`Its answer is not one for SDKs: ${issue?.path.join('.')}: ${issue?.message}`, {
    cause: error,
  })
}

async function toJson(text: string, path: string): Promise<unknown> {
  try {
    return await parseInSteps(text)
  } catch (error) {
    throw new UpstreamError(`It answers ${path} with something else than JSON.`, { cause: error })
  }
}
