import { z } from 'zod'

import type { Outbound, OutboundBounds } from '#kernel/outbound.ts'
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { explainFailure, pauseOf } from '#kernel/outbound.ts'
import { parseInSteps } from '#runtime/parse-in-steps.ts'
import { readAnswer, ValidatedTokens, type UpstreamAnswer } from './upstream-answer.ts'
import type { UpstreamScope, UpstreamToken } from './upstream-scope.ts'

/** Bounds of an answer: 5,000 flags with 30 strategies have 90 MB. */
const FLAGS_BOUNDS: OutboundBounds = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }
/** Bounds of an answer to a question for tokens, for which SDKs wait. */
const TOKENS_BOUNDS: OutboundBounds = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 }
/** Bounds of an answer to a report, which has no content. */
const REPORT_BOUNDS: OutboundBounds = { timeoutMs: 30_000, maxBytes: 100_000 }
/** Most projects of a token. */
const MAX_PROJECTS = 500
const TOKEN_TYPES: ReadonlyMap<unknown, UpstreamToken['type']> = new Map([
  ['client', 'client'],
  ['backend', 'client'],
  ['frontend', 'frontend'],
])

/** Version of the client specification that the mirror reads: with segments apart from strategies. */
const SPECIFICATION = '5.2.0'

/** Problem of an upstream, in plain words. */
export class UpstreamError extends Error {}

/** The upstream does not let the token in. */
export class RefusedToken extends UpstreamError {}

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
  readonly #forFlags: Outbound
  readonly #forTokens: Outbound
  readonly #forReports: Outbound

  constructor(url: string, outbound: Outbound) {
    // many give the address that SDKs have
    this.#url = withoutTrailingSlashes(withoutTrailingSlashes(url).replace(/\/api$/, ''))
    this.#forFlags = outbound.within(FLAGS_BOUNDS)
    this.#forTokens = outbound.within(TOKENS_BOUNDS)
    this.#forReports = outbound.within(REPORT_BOUNDS)
  }

  /** Finds the scope of a token. Throws UpstreamError if the upstream does not know it, or cannot be asked. */
  async scopeOf(token: string): Promise<UpstreamScope> {
    const [, project = '', environment] = /^([^:]*):([^.]+)\../.exec(token) ?? []
    if (environment === undefined)
      throw new UpstreamError('A token has the form project:environment.secret, and this one has another.')
    if (environment === '*') throw new UpstreamError('An admin token is not for SDKs. Use a backend token.')
    if (project !== '[]' && project !== '') return { environment, projects: [project] }
    // only the upstream knows the projects of a token for several
    const found = (await this.#validate([token])).find((one) => one.token === token)
    if (!found) throw new UpstreamError('It does not know the token.')
    return { environment, projects: found.projects }
  }

  /** Finds the tokens for SDKs among these that the upstream knows. Throws UpstreamError. */
  async validate(secrets: readonly string[]): Promise<Map<string, UpstreamToken>> {
    const asked = new Set(secrets)
    const known = new Map<string, UpstreamToken>()
    for (const { token: secret, type, projects, environment } of await this.#validate(secrets)) {
      const kind = TOKEN_TYPES.get(type)
      const place = environment ?? /:([^.]+)\./.exec(secret)?.[1] ?? ''
      const isScoped = projects.length > 0 && projects.length <= MAX_PROJECTS && place !== '*' && place !== ''
      if (asked.has(secret) && kind && isScoped)
        known.set(secret, { secret, type: kind, environment: place, projects })
    }
    return known
  }

  async #validate(secrets: readonly string[]) {
    const path = '/edge/validate'
    const { status, text } = await this.#ask(this.#forTokens, path, {
      method: 'POST',
      body: JSON.stringify({ tokens: secrets }),
      headers: { 'content-type': 'application/json' },
    })
    if (status !== 200) throw new UpstreamError(`It answers ${status} at ${path}.`)
    const read = ValidatedTokens.safeParse(await toJson(text, path))
    if (!read.success) throw new UpstreamError(`Its answer at ${path} is not one about tokens.`)
    return read.data.tokens
  }

  /** Asks for the flags of a token. Throws UpstreamError; nothing of a broken answer is returned. */
  async poll(token: string, etag: string | null): Promise<Polled> {
    const path = '/api/client/features'
    const answer = await this.#ask(this.#forFlags, path, {
      headers: {
        authorization: token,
        'unleash-client-spec': SPECIFICATION,
        ...(etag === null ? {} : { 'if-none-match': etag }),
      },
    })
    if (answer.status === 304) return { kind: 'unchanged' }
    if (answer.status === 401 || answer.status === 403)
      throw new RefusedToken(`It refuses the token (${answer.status}).`)
    if (answer.status !== 200) throw new UpstreamError(`It answers ${answer.status} at ${path}.`)
    const value = await toJson(answer.text, path)
    return { kind: 'changed', etag: answer.etag, answer: await readAnswer(value).catch(notForSdks) }
  }

  /**
   * Sends what SDKs have reported. Rejects with UpstreamError if there is no answer, whose `cause` says why; `pauseMs`: how long the upstream wants to be
   * left alone.
   */
  async report(
    token: string,
    body: string,
    { nowMs, signal }: { nowMs: number; signal: AbortSignal },
  ): Promise<{ status: number; pauseMs: number | undefined }> {
    const response = await this.#fetch(this.#forReports, '/api/client/metrics/bulk', {
      method: 'POST',
      body,
      headers: { authorization: token, 'content-type': 'application/json' },
      signal,
    })
    await response.body?.cancel()
    return { status: response.status, pauseMs: pauseOf(response.headers, nowMs) }
  }

  async #ask(
    outbound: Outbound,
    path: string,
    init: Asked,
  ): Promise<{ status: number; etag: string | null; text: string }> {
    const response = await this.#fetch(outbound, path, init)
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

  async #fetch(outbound: Outbound, path: string, { headers = {}, ...init }: Asked): Promise<Response> {
    try {
      return await outbound.fetch(this.#url + path, {
        ...init,
        headers: {
          accept: 'application/json',
          'unleash-appname': 'halyard-mirror',
          ...headers,
        },
      })
    } catch (error) {
      throw this.#away(error)
    }
  }

  #away(cause: unknown): UpstreamError {
    return new UpstreamError(explainFailure(cause, new URL(this.#url).host), { cause })
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
