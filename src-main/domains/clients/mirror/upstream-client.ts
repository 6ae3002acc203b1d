import type { Outbound, OutboundBounds } from '#kernel/outbound.ts'
import { withoutTrailingSlashes } from '#shared/trailing-slashes.ts'
import { explainFailure, pauseOf } from '#kernel/outbound.ts'
import { Latencies } from '#runtime/latencies.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import { parseInSteps } from '#runtime/parse-in-steps.ts'
import {
  notForSdks,
  readAnswer,
  RefusedToken,
  UpstreamError,
  ValidatedTokens,
  type AnswerSource,
  type Polled,
} from './upstream-answer.ts'
import { readTokenParts, type UpstreamScope, type UpstreamToken } from './upstream-scope.ts'

/** Most bytes of an answer: 5,000 flags with 30 strategies have 90 MB. */
const MAX_BYTES = 256 * 1024 * 1024
/** Time in which an answer has to be there. */
const TIMEOUT_MS = 60_000
/** Bounds of an answer to a question for tokens, for which SDKs wait. */
const TOKENS_BOUNDS: OutboundBounds = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 }
/** Bounds of an answer to a report, which has no content. */
const REPORT_BOUNDS: OutboundBounds = { timeoutMs: 30_000, maxBytes: 100_000 }
/** Bounds of an answer to a report of the mirror about itself: the next one comes soon. */
const STATE_BOUNDS: OutboundBounds = { timeoutMs: 10_000, maxBytes: 100_000 }
/** Bounds of a stream of changes: the upstream ends it earlier. */
const STREAM_BOUNDS: OutboundBounds = { timeoutMs: 60 * 60_000, maxBytes: 16 * 1024 ** 3 }
/** Tokens that are tried at once. */
const AT_ONCE = 4
/** Most projects of a token. */
const MAX_PROJECTS = 500
const TOKEN_TYPES: ReadonlyMap<unknown, UpstreamToken['type']> = new Map([
  ['client', 'client'],
  ['backend', 'client'],
  ['frontend', 'frontend'],
])

/** Name of a mirror that has no other one. */
const APP_NAME = 'halyard-mirror'

/** Version of the client specification that the mirror reads: with segments apart from strategies. */
const SPECIFICATION = '5.2.0'

interface Terms {
  /** Further headers of each request. */
  headers?: Readonly<Record<string, string>>
  /** Header that carries the token. */
  authHeader?: string
  /** Time in which an answer has to be there. */
  timeoutMs?: number
  /** Name of the mirror in each request. */
  appName?: string
  /** Which of the mirrors of that name it is: it is told so in propagation boards. */
  instanceId?: string
}

interface Asked {
  method?: string
  signal?: AbortSignal
  body?: string
  headers?: Record<string, string>
}

interface Reporting {
  nowMs: number
  signal: AbortSignal
}

interface Taken {
  status: number
  /** Time for which the upstream wants to be left alone. */
  pauseMs: number | undefined
}

/** Client of an upstream. It only asks and reports as SDKs do. */
export class UpstreamClient implements AnswerSource {
  readonly url: string
  /** Times of the requests for flags, of reports of SDKs, and of reports of the mirror about itself. */
  readonly latencies = { features: new Latencies(), metrics: new Latencies(), edge: new Latencies() }
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #authHeader: string
  readonly #forFlags: Outbound
  readonly #forTokens: Outbound
  readonly #forReports: Outbound
  readonly #forState: Outbound
  readonly #forStreams: Outbound

  constructor(
    url: string,
    outbound: Outbound,
    {
      headers = {},
      authHeader = 'authorization',
      timeoutMs = TIMEOUT_MS,
      appName = APP_NAME,
      instanceId,
    }: Terms = {},
  ) {
    this.url = url
    this.#headers = {
      'unleash-appname': appName,
      ...(instanceId === undefined ? {} : { 'unleash-instanceid': instanceId }),
      ...headers,
    }
    this.#authHeader = authHeader
    // many give the address that SDKs have
    this.#url = withoutTrailingSlashes(withoutTrailingSlashes(url).replace(/\/api$/, ''))
    const within = (bounds: OutboundBounds) =>
      outbound.within({ ...bounds, timeoutMs: Math.min(bounds.timeoutMs, timeoutMs) })
    this.#forFlags = within({ timeoutMs, maxBytes: MAX_BYTES })
    this.#forTokens = within(TOKENS_BOUNDS)
    this.#forReports = within(REPORT_BOUNDS)
    this.#forState = within(STATE_BOUNDS)
    this.#forStreams = outbound.within(STREAM_BOUNDS)
  }

  /** Finds the scope of a token. Throws RefusedToken if it has none for SDKs, and UpstreamError if the upstream cannot be asked. */
  async scopeOf(token: string): Promise<UpstreamScope> {
    const parts = readTokenParts(token)
    if (!parts)
      throw new RefusedToken('A token has the form project:environment.secret, and this one has another.')
    const { project, environment } = parts
    if (environment === '*') throw new RefusedToken('An admin token is not for SDKs. Use a backend token.')
    if (project !== '[]' && project !== '') return { environment, projects: [project] }
    // only the upstream knows the projects of a token for several
    const found = (await this.#validate([token])).find((one) => one.token === token)
    if (!found) throw new RefusedToken('It does not know the token.')
    return { environment, projects: found.projects }
  }

  /**
   * Finds the tokens for SDKs among these that the upstream knows. Throws UpstreamError. Some services still validate backend tokens that were
   * deleted, and refuse them for flags: those are not known.
   */
  async validate(secrets: readonly string[]): Promise<Map<string, UpstreamToken>> {
    const asked = new Set(secrets)
    const known = new Map<string, UpstreamToken>()
    for (const { token: secret, type, projects, environment } of await this.#validate(secrets)) {
      const kind = TOKEN_TYPES.get(type)
      const place = environment ?? readTokenParts(secret)?.environment ?? ''
      const isScoped = projects.length > 0 && projects.length <= MAX_PROJECTS && place !== '*' && place !== ''
      if (asked.has(secret) && kind && isScoped)
        known.set(secret, { secret, type: kind, environment: place, projects })
    }
    const backend = [...known.values()].filter(({ type }) => type === 'client')
    await mapAtOnce(backend, AT_ONCE, async ({ secret }) => {
      if (await this.#isRefused(secret)) known.delete(secret)
    })
    return known
  }

  /** Asks for a flag that nobody has: whatever else is answered, the token was let in. */
  async #isRefused(token: string): Promise<boolean> {
    const headers = { [this.#authHeader]: token }
    const { status } = await this.#ask(this.#forTokens, '/api/client/features/-', { headers })
    return status === 401 || status === 403
  }

  async #validate(secrets: readonly string[]) {
    const path = '/edge/validate'
    const { status, parts } = await this.#ask(this.#forTokens, path, {
      method: 'POST',
      body: JSON.stringify({ tokens: secrets }),
      headers: { 'content-type': 'application/json' },
    })
    if (status !== 200) throw new UpstreamError(`It answers ${status} at ${path}.`)
    const read = ValidatedTokens.safeParse(await toJson(parts, path))
    if (!read.success) throw new UpstreamError(`Its answer at ${path} is not one about tokens.`)
    return read.data.tokens
  }

  /** Asks for the flags of a token. Throws UpstreamError; nothing of a broken answer is returned. */
  async poll(token: string, etag: string | null): Promise<Polled> {
    const path = '/api/client/features'
    const answer = await timed(this.latencies.features, () =>
      this.#ask(this.#forFlags, path, {
        headers: {
          [this.#authHeader]: token,
          'unleash-client-spec': SPECIFICATION,
          ...(etag === null ? {} : { 'if-none-match': etag }),
        },
      }),
    )
    if (answer.status === 304) return { kind: 'unchanged' }
    if (answer.status === 401 || answer.status === 403)
      throw new RefusedToken(`It refuses the token (${answer.status}).`)
    if (answer.status !== 200)
      throw new UpstreamError(`It answers ${answer.status} at ${path}.`, { headers: answer.headers })
    // a page that stands in for the service can hold what would pass for flags
    const type = answer.headers.get('content-type')
    if (type !== null && !/\bjson\b/i.test(type))
      throw new UpstreamError(`It answers ${path} with something else than JSON (${type.slice(0, 100)}).`)
    const value = await toJson(answer.parts, path)
    return {
      kind: 'changed',
      etag: answer.headers.get('etag'),
      answer: await readAnswer(value).catch(isNone),
    }
  }

  /**
   * Sends what SDKs have reported. Rejects with UpstreamError if there is no answer, whose `cause` says why; `pauseMs`: how long the upstream wants to be
   * left alone.
   */
  report(token: string, body: string, asked: Reporting): Promise<Taken> {
    return timed(this.latencies.metrics, () =>
      this.#report(this.#forReports, '/api/client/metrics/bulk', { token, body, ...asked }),
    )
  }

  /** Sends what the mirror tells of itself, in the same way. */
  reportState(token: string, body: string, asked: Reporting): Promise<Taken> {
    return timed(this.latencies.edge, () =>
      this.#report(this.#forState, '/api/client/metrics/edge', { token, body, ...asked }),
    )
  }

  async #report(
    outbound: Outbound,
    path: string,
    { token, body, nowMs, signal }: Reporting & { token: string; body: string },
  ): Promise<Taken> {
    const response = await this.#fetch(outbound, path, {
      method: 'POST',
      body,
      headers: { [this.#authHeader]: token, 'content-type': 'application/json' },
      signal,
    })
    await response.body?.cancel()
    return { status: response.status, pauseMs: pauseOf(response.headers, nowMs) }
  }

  /** Opens the stream of changes for a token. Throws UpstreamError if there is no answer. */
  stream(
    token: string,
    { lastId, signal }: { lastId: string | undefined; signal: AbortSignal },
  ): Promise<Response> {
    const headers = {
      [this.#authHeader]: token,
      accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    }
    return this.#fetch(this.#forStreams, '/api/client/streaming', { headers, signal })
  }

  async #ask(
    outbound: Outbound,
    path: string,
    init: Asked,
  ): Promise<{ status: number; headers: Headers; parts: string[] }> {
    const response = await this.#fetch(outbound, path, init)
    try {
      return {
        status: response.status,
        headers: response.headers,
        parts: response.status === 304 ? [] : await readParts(response),
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
          ...this.#headers,
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

/** Reads a body as parts of a text. As one text, tens of megabytes would be a long turn of their own. */
async function readParts({ body }: Response): Promise<string[]> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  for await (const part of body ?? []) parts.push(decoder.decode(part as Uint8Array, { stream: true }))
  return [...parts, decoder.decode()]
}

/** Counts the time until an answer, if there is one. */
async function timed<T>(latencies: Latencies, ask: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await ask()
  latencies.note(performance.now() - began)
  return answer
}

const isNone = (error: unknown) => notForSdks(error, 'Its answer is not one for SDKs')

async function toJson(parts: readonly string[], path: string): Promise<unknown> {
  try {
    return await parseInSteps(parts)
  } catch (error) {
    throw new UpstreamError(`It answers ${path} with something else than JSON.`, { cause: error })
  }
}
