import type { Outbound, OutboundBounds } from '#kernel/outbound.ts'
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { explainFailure } from '#kernel/outbound.ts'
import { parseInSteps } from '#runtime/parse-in-steps.ts'
import {
  notForSdks,
  readAnswer,
  readTokenParts,
  UpstreamError,
  ValidatedTokens,
  type AnswerSource,
  type Polled,
  type UpstreamScope,
} from './upstream-answer.ts'

/** Bounds of an answer: 5,000 flags with 30 strategies have 90 MB. */
export const UPSTREAM_BOUNDS: OutboundBounds = { timeoutMs: 60_000, maxBytes: 256 * 1024 * 1024 }

/** Version of the client specification that the mirror reads: with segments apart from strategies. */
const SPECIFICATION = '5.2.0'

interface Terms {
  /** Further headers of each request. */
  headers?: Readonly<Record<string, string>>
  /** Header that carries the token. */
  authHeader?: string
}

/** Client of an upstream. It only asks as SDKs do. */
export class UpstreamClient implements AnswerSource {
  readonly url: string
  readonly #url: string
  readonly #outbound: Outbound
  readonly #headers: Readonly<Record<string, string>>
  readonly #authHeader: string

  constructor(url: string, outbound: Outbound, { headers = {}, authHeader = 'authorization' }: Terms = {}) {
    this.url = url
    this.#headers = headers
    this.#authHeader = authHeader
    // many give the address that SDKs have
    this.#url = withoutTrailingSlashes(withoutTrailingSlashes(url).replace(/\/api$/, ''))
    this.#outbound = outbound
  }

  /** Finds the scope of a token. Throws UpstreamError if the upstream does not know it, or cannot be asked. */
  async scopeOf(token: string): Promise<UpstreamScope> {
    const parts = readTokenParts(token)
    if (!parts)
      throw new UpstreamError('A token has the form project:environment.secret, and this one has another.')
    const { project, environment } = parts
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
    return { kind: 'changed', etag: answer.etag, answer: await readAnswer(value).catch(isNone) }
  }

  async #ask(
    path: string,
    token: string,
    { headers = {}, ...init }: { method?: string; body?: string; headers?: Record<string, string> },
  ): Promise<{ status: number; etag: string | null; text: string }> {
    try {
      const response = await this.#outbound.fetch(this.#url + path, {
        ...init,
        headers: {
          ...this.#headers,
          [this.#authHeader]: token,
          accept: 'application/json',
          'unleash-appname': 'halyard-mirror',
          ...headers,
        },
      })
      return {
        status: response.status,
        etag: response.headers.get('etag'),
        text: response.status === 304 ? '' : await response.text(),
      }
    } catch (error) {
      throw new UpstreamError(explainFailure(error, new URL(this.#url).host), { cause: error })
    }
  }
}

const isNone = (error: unknown) => notForSdks(error, 'Its answer is not one for SDKs')

async function toJson(text: string, path: string): Promise<unknown> {
  try {
    return await parseInSteps(text)
  } catch (error) {
    throw new UpstreamError(`It answers ${path} with something else than JSON.`, { cause: error })
  }
}
