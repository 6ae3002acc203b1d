import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../../../kernel/clock.ts'
import { AppError } from '../../../../kernel/app-error.ts'

/** Largest accepted difference between a proxy's clock and ours. A nonce is remembered for the same time. */
const TOLERANCE_MS = 5 * 60_000

/**
 * Maximum number of nonces: more than any proxy sends in that time. A nonce forgotten too early could be used
 * again.
 */
const MAX_NONCES = 100_000

export interface SignedHeaders {
  authorization?: string | undefined
  'x-timestamp'?: string | undefined
  'x-nonce'?: string | undefined
  'content-sha256'?: string | undefined
}

/**
 * Checks that a proxy knows the secret shared with this instance. It signs method, path, time, nonce and the
 * hash of the body with HMAC-SHA256, as Edge does. The transport has already checked the hash of the body. A
 * request is accepted once.
 */
export class EdgeGate {
  readonly #key: Buffer | undefined
  readonly #clock: Clock
  readonly #nonces = new Map<string, number>()

  /** `secret`: base64url; undefined: all proxies are rejected. */
  constructor(secret: string | undefined, clock: Clock) {
    this.#key = secret === undefined ? undefined : Buffer.from(secret, 'base64url')
    this.#clock = clock
  }

  /** Throws 401 unless the headers prove the caller's identity. */
  admit(path: string, headers: SignedHeaders): void {
    const [, , signature] = /^HMAC ([^:\s]+):([A-Za-z0-9_-]+={0,2})$/.exec(headers.authorization ?? '') ?? []
    if (signature === undefined) throw refused('Missing HMAC authorization header')
    const { 'x-timestamp': timestamp = '', 'x-nonce': nonce = '', 'content-sha256': hash = '' } = headers
    const now = this.#clock.now().getTime()
    const isFresh = Math.abs(Date.parse(timestamp) - now) <= TOLERANCE_MS
    const expected = this.#sign(['POST', path, timestamp, nonce, hash].join('\n'))
    const given = Buffer.from(signature, 'base64url')
    const isSigned =
      expected !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
    if (!isSigned || !isFresh || nonce === '' || hash === '' || this.#isKnown(nonce))
      throw refused('Invalid HMAC authorization')
  }

  #sign(text: string): Buffer | undefined {
    return this.#key && createHmac('sha256', this.#key).update(text).digest()
  }

  /** Remembers a nonce. Returns true if it was already known. */
  #isKnown(nonce: string): boolean {
    const now = this.#clock.elapsed()
    // oldest first: the first nonce that is still valid ends the search
    for (const [old, at] of this.#nonces) {
      if (now - at <= 2 * TOLERANCE_MS) break
      this.#nonces.delete(old)
    }
    if (this.#nonces.has(nonce)) return true
    if (this.#nonces.size >= MAX_NONCES)
      throw refused('More requests were signed within ten minutes than can be told apart. Try again later.')
    this.#nonces.set(nonce, now)
    return false
  }
}

/** `error` is the member that the original answers with (recorded exchange instance/edge-issue-token-without-hmac). */
const refused = (message: string) => new AppError('UnauthorizedError', message, { extra: { error: message } })
