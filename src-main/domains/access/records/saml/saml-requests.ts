import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../../../kernel/clock.ts'

/** Time that a sign-in may take at the identity provider. */
export const REQUEST_MINUTES = 10
/** Time until a browser fetches its session, once the answer has been verified. */
const PICKUP_MS = 60_000
/** Most sign-ins at a time that are verified and not yet forgotten. Only signed answers get here. */
const MOST = 20_000

/** State of the request that an answer names. */
export type RequestState = 'open' | 'used' | 'expired' | 'unknown'

/**
 * Requests that were sent to the identity provider, and answers waiting for their browser. A request is remembered by its
 * signed id alone, so nobody can fill the memory by starting sign-ins. Ids that were answered are kept until they expire.
 */
export class SamlRequests<Verified> {
  readonly #clock: Clock
  readonly #key = randomBytes(32)
  readonly #used = new Map<string, number>()
  readonly #waiting = new Map<string, { browser: string; until: number; verified: Verified }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Makes the id of a request for the browser that holds a secret. */
  issue(browserSecret: string): string {
    const age = Math.floor(this.#clock.elapsed()).toString(36)
    const body = `_${age}.${browserOf(browserSecret)}.${randomBytes(12).toString('hex')}`
    return `${body}.${this.#sign(body)}`
  }

  /** Checks the request that an answer names. */
  stateOf(id: string): RequestState {
    const [, age, browser, random, mac] =
      /^_([a-z0-9]{1,12})\.([a-f0-9]{32})\.([a-f0-9]{24})\.([a-f0-9]{64})$/.exec(id) ?? []
    if (age === undefined || mac === undefined) return 'unknown'
    const expected = this.#sign(`_${age}.${browser}.${random}`)
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return 'unknown'
    if (this.#used.has(id)) return 'used'
    return this.#clock.elapsed() - parseInt(age, 36) > REQUEST_MINUTES * 60_000 ? 'expired' : 'open'
  }

  /**
   * Takes a verified answer, once for each request and each assertion. Returns the code by which the browser of the
   * request fetches its session; undefined if it was taken before, or there are too many.
   */
  accept(request: string, assertion: string, verified: Verified): string | undefined {
    this.#forget()
    const keys = [request, `assertion ${assertion}`]
    if (keys.some((key) => this.#used.has(key)) || this.#used.size >= MOST) return undefined
    const now = this.#clock.elapsed()
    // an assertion is valid for at most the clock skew longer than its request
    for (const key of keys) this.#used.set(key, now + 2 * REQUEST_MINUTES * 60_000)
    const code = randomBytes(24).toString('base64url')
    this.#waiting.set(hashOf(code), {
      browser: request.split('.')[1] ?? '',
      until: now + PICKUP_MS,
      verified,
    })
    return code
  }

  /** Hands the verified answer to the browser that began the sign-in. A code works once. */
  pickUp(code: string, browserSecret: string | undefined): Verified | 'unknown' | 'other-browser' {
    this.#forget()
    const key = hashOf(code)
    const found = this.#waiting.get(key)
    this.#waiting.delete(key)
    if (!found) return 'unknown'
    return browserSecret !== undefined && found.browser === browserOf(browserSecret)
      ? found.verified
      : 'other-browser'
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex')
  }

  #forget(): void {
    const now = this.#clock.elapsed()
    for (const [key, until] of this.#used) {
      if (until > now) break
      this.#used.delete(key)
    }
    for (const [key, { until }] of this.#waiting) {
      if (until > now) break
      this.#waiting.delete(key)
    }
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const browserOf = (secret: string) => hashOf(secret).slice(0, 32)
