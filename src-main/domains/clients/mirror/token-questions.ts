import { setImmediate as nextTurn } from 'node:timers/promises'

import { AppError } from '#kernel/app-error.ts'
import type { Clock } from '#kernel/clock.ts'
import { LruMap } from '#runtime/lru-map.ts'
import { RateLimiter, TooManyRequests } from '#runtime/rate-limiter.ts'
import { UpstreamError } from './upstream-answer.ts'
import type { UpstreamToken } from './upstream-scope.ts'

/** Tokens of one question. */
const MAX_TOKENS = 100
/** Tokens that wait for an answer. */
const MAX_WAITING = 1000
/** Questions, whoever asks: a flood of made-up tokens stops here. */
const LIMIT = { name: 'tokens', calls: 60, seconds: 60 }
/** Answers are remembered for so long, and so many. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 20_000
/** After a question without an answer, none is asked for so long. */
const AWAY_MS = 5000

/** Finds the tokens among these that the upstream knows. Throws UpstreamError. */
type Ask = (secrets: readonly string[]) => Promise<ReadonlyMap<string, UpstreamToken>>

/**
 * Asks the upstream for tokens that only SDKs know. There is one question at a time, with all tokens that came meanwhile. Answers
 * are remembered for a minute. Tokens waiting, questions a minute and answers remembered are bounded.
 */
export class TokenQuestions {
  readonly #ask: Ask
  readonly #clock: Clock
  readonly #limiter: RateLimiter
  readonly #waiting = new Map<string, Waiting<UpstreamToken | undefined>>()
  readonly #answers = new LruMap<string, { token: UpstreamToken | undefined; until: number }>(MAX_REMEMBERED)
  #isAsking = false
  #away: { problem: string; until: number } | undefined

  constructor(ask: Ask, clock: Clock) {
    this.#ask = ask
    this.#clock = clock
    this.#limiter = new RateLimiter(clock)
  }

  /** Finds what the upstream knows of a token; undefined: it knows none such. Throws 429 and 503. */
  find(secret: string): Promise<UpstreamToken | undefined> {
    const now = this.#clock.elapsed()
    const answer = this.#answers.get(secret)
    if (answer && answer.until > now) return Promise.resolve(answer.token)
    const same = this.#waiting.get(secret)
    if (same) return same.answer
    if (this.#away && this.#away.until > now) return Promise.reject(upstreamAway(this.#away.problem))
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(tooMany('5'))
    const waiting = waitingFor<UpstreamToken | undefined>()
    this.#waiting.set(secret, waiting)
    if (!this.#isAsking) void this.#askAll()
    return waiting.answer
  }

  /** Forgets what was answered for a token. */
  forget(secret: string): void {
    this.#answers.delete(secret)
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    // those that come in the same turn are asked for together
    await nextTurn()
    while (this.#waiting.size > 0) {
      const secrets = [...this.#waiting.keys()].slice(0, MAX_TOKENS)
      try {
        this.#limiter.count(LIMIT, '')
        const found = await this.#ask(secrets)
        const until = this.#clock.elapsed() + REMEMBERED_MS
        this.#away = undefined
        for (const secret of secrets) {
          const token = found.get(secret)
          this.#answers.set(secret, { token, until })
          this.#settle(secret, ({ resolve }) => resolve(token))
        }
      } catch (error) {
        // all others would have to wait for the same
        const reason = this.#reasonOf(error)
        for (const secret of [...this.#waiting.keys()]) this.#settle(secret, ({ reject }) => reject(reason))
      }
    }
    this.#isAsking = false
  }

  #settle(secret: string, settle: (waiting: Waiting<UpstreamToken | undefined>) => void): void {
    const waiting = this.#waiting.get(secret)
    this.#waiting.delete(secret)
    if (waiting) settle(waiting)
  }

  #reasonOf(error: unknown): unknown {
    if (error instanceof TooManyRequests) return tooMany(error.headers['retry-after'] ?? '60')
    if (!(error instanceof UpstreamError)) return error
    this.#away = { problem: error.message, until: this.#clock.elapsed() + AWAY_MS }
    return upstreamAway(error.message)
  }
}

interface Waiting<T> {
  answer: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

function waitingFor<T>(): Waiting<T> {
  const ends: Partial<Omit<Waiting<T>, 'answer'>> = {}
  const answer = new Promise<T>((resolve, reject) => Object.assign(ends, { resolve, reject }))
  return { resolve: () => undefined, reject: () => undefined, ...ends, answer }
}

const tooMany = (seconds: string) =>
  new AppError(
    'RateLimitError',
    'Too many tokens that are not known here were sent in the last minute, so the upstream is not asked for this one. Try again later.',
    { headers: { 'retry-after': seconds } },
  )

/** Says that a token is not known here, and why the upstream could not be asked. */
export const upstreamAway = (problem: string) =>
  new AppError(
    'UpstreamUnavailableError',
    `This token is not known here, and the upstream cannot be asked for it: ${problem} Try again, or add it to HALYARD_UPSTREAM_TOKENS.`,
    { headers: { 'retry-after': String(AWAY_MS / 1000) } },
  )
