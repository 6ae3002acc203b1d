import { Comparison, Substitutes } from './compare.ts'
import type { Exchange, Person, RecordedAnswer } from './exchange.ts'

/** Tokens of the recorded instance at its start. */
export const TOKENS = {
  admin: '*:*.anchor-admin-000000000000000000000000',
  backend: 'default:development.anchor-backend-00000000000000000000',
  frontend: 'default:development.anchor-frontend-0000000000000000000',
} as const
const RECORDED_AT = 'http://127.0.0.1:14242'
/** Compared headers; values that are new in each run are compared by their form. */
const HEADERS = [
  'content-type',
  'location',
  'cache-control',
  'etag',
  'content-encoding',
  'x-unleash-version',
  'ratelimit-policy',
  'clear-site-data',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
] as const

/** Placeholder for a header that was not sent. */
const NONE = '(none)'

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Sends recorded requests to an instance, in order, and compares the responses. */
export class Replay {
  readonly #url: string
  readonly #substitutes = new Substitutes()
  readonly #cookies = new Map<Person, string>()
  readonly #answers = new Map<string, unknown>()

  constructor(url: string) {
    this.#url = url
    this.#substitutes.learn(RECORDED_AT, url)
  }

  /** Replays one exchange; returns the differences from the recording. */
  async play(id: string, exchange: Exchange): Promise<string[]> {
    const answer = await this.send(exchange)
    this.#keepCookie(exchange, answer)
    this.#keepNumber(exchange, answer)
    if (answer.headers.get('content-type')?.includes('json') && answer.text !== '')
      this.#answers.set(id, JSON.parse(answer.text))
    if (isNoPath(exchange.answer.json) && !answer.text.includes(NO_PATH))
      return [`is served (${answer.status})`]
    return [...this.#statusAndHeaders(exchange.answer, answer), ...this.#body(exchange.answer, answer)]
  }

  /** Signs in a user for later exchanges. */
  async signIn(person: Person, username: string, password: string): Promise<void> {
    const answer = await this.send({
      auth: 'none',
      method: 'POST',
      path: '/auth/simple/login',
      body: { username, password },
    })
    this.#setCookie(person, answer)
  }

  async send({
    auth,
    method,
    path,
    headers = {},
    body,
    raw,
  }: Omit<Exchange, 'name' | 'answer'>): Promise<Answer> {
    const sent =
      raw ?? (body === undefined ? undefined : this.#substitutes.apply(JSON.stringify(this.#fill(body))))
    const response = await fetch(new URL(this.#url + this.#substitutes.apply(path)), {
      method,
      redirect: 'manual',
      headers: {
        ...this.#credentials(auth),
        ...(sent === undefined || headers['content-type'] === NONE
          ? {}
          : { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(headers)
            .filter(([, value]) => value !== NONE)
            .map(([name, value]) => [name, this.#substitutes.apply(value)]),
        ),
      },
      // bytes, so that fetch adds no content type of its own
      ...(sent === undefined ? {} : { body: Buffer.from(sent) }),
    })
    const { status, headers: answered } = response
    // a stream does not end
    if (answered.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { status, headers: answered, text: '' }
    }
    return { status, headers: answered, text: await response.text() }
  }

  #credentials(auth: Exchange['auth']): Record<string, string> {
    if (typeof auth === 'object') return { authorization: this.#substitutes.apply(auth.token) }
    if (auth === 'none') return {}
    if (auth === 'admin' || auth === 'backend' || auth === 'frontend') return { authorization: TOKENS[auth] }
    return { cookie: this.#cookies.get(auth) ?? '' }
  }

  /** Builds the parts of a body that were too long to be recorded. */
  #fill(body: unknown): unknown {
    if (Array.isArray(body)) return body.map((item) => this.#fill(item))
    if (typeof body !== 'object' || body === null) return body
    const made = body as {
      $repeat?: string
      times?: number
      $answerOf?: string
      renamed?: Record<string, string>
    }
    if (made.$repeat !== undefined) return made.$repeat.repeat(made.times ?? 0)
    if (made.$answerOf !== undefined) {
      let text = JSON.stringify(this.#answers.get(made.$answerOf))
      for (const [from, to] of Object.entries(made.renamed ?? {}))
        text = text.replaceAll(`"${from}"`, `"${to}"`)
      return JSON.parse(text) as unknown
    }
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, this.#fill(value)]))
  }

  /** Notes the ID of a new resource if it differs from the recorded ID. */
  #keepNumber({ method, path, answer: { json } }: Exchange, { text }: Answer): void {
    const recorded = (json as { id?: unknown } | undefined)?.id
    if (method !== 'POST' || typeof recorded !== 'number') return
    const { id } = JSON.parse(text || '{}') as { id?: unknown }
    const kind = path.slice(path.lastIndexOf('/') + 1)
    if (typeof id === 'number') this.#substitutes.learn(`${kind}/${recorded}`, `${kind}/${id}`)
  }

  /** Notes this run's value in place of a recorded value. */
  learn(recorded: string, actual: string): void {
    this.#substitutes.learn(recorded, actual)
  }

  #keepCookie({ path, body }: Exchange, answer: Answer): void {
    if (path !== '/auth/simple/login' || answer.status !== 200) return
    const { username } = (body ?? {}) as { username?: string }
    if (username === 'admin') this.#setCookie('cookie', answer)
    if (username === 'viewer') this.#setCookie('cookieViewer', answer)
    if (username === 'editor@example.com') this.#setCookie('cookieEditor', answer)
  }

  #setCookie(person: Person, { headers }: Answer): void {
    const [cookie] = headers.getSetCookie()
    if (cookie !== undefined) this.#cookies.set(person, cookie.split(';')[0] ?? '')
  }

  #statusAndHeaders(recorded: RecordedAnswer, answer: Answer): string[] {
    const comparison = new Comparison(this.#substitutes)
    comparison.value(recorded.status, answer.status, 'status')
    for (const name of HEADERS) {
      const actual = answer.headers.get(name)
      const known = recorded.headers?.[name]
      if (known === undefined && actual === null) continue
      // weak ETags come from the server's framework; only the ETags of flags for SDKs are part of the
      // contract
      if (name === 'etag' && (actual === null || known === undefined || known.startsWith('W/'))) {
        if (known !== undefined && actual !== null) this.#substitutes.learn(known, actual)
        continue
      }
      comparison.value(
        known?.toLowerCase() === actual?.toLowerCase() ? actual : (known ?? null),
        actual,
        `header ${name}`,
      )
    }
    const cookie = attributesOf(recorded.headers?.['set-cookie'])
    comparison.value(cookie, attributesOf(answer.headers.getSetCookie()[0]), 'header set-cookie')
    return comparison.differences
  }

  #body({ json, openAt, text, cut, empty, html, gzip }: RecordedAnswer, answer: Answer): string[] {
    if (html) return /^\s*<!doctype html/i.test(answer.text) ? [] : ['the body is no HTML page']
    if (gzip) return []
    if (empty) return answer.text === '' ? [] : [`the body is ${answer.text.slice(0, 80)}, recorded none`]
    const comparison = new Comparison(this.#substitutes, openAt)
    if (json === undefined) {
      const known = text ?? ''
      comparison.value(known, cut ? answer.text.slice(0, known.length) : answer.text, 'the text')
    } else if (answer.text === '') return ['the body is empty']
    else if (!answer.headers.get('content-type')?.includes('json')) return ['the body is no JSON']
    else comparison.value(json, JSON.parse(answer.text))
    return comparison.differences
  }
}

const NO_PATH = 'The path you were looking for ('
const isNoPath = (json: unknown) =>
  ((json as { message?: string } | undefined)?.message ?? '').startsWith(NO_PATH)

const attributesOf = (cookie = '') =>
  cookie
    .replace(/=[^;]*/, '')
    .replace(/Expires=[^;]*/i, 'Expires')
    .toLowerCase()
