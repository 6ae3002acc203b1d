import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Queries } from '#store/queries.ts'
import { AppError } from '#kernel/app-error.ts'
import { useOnce } from '#domains/access/sessions/one-time-codes.store.ts'

/** Largest accepted difference between a proxy's clock and ours. */
const TOLERANCE_MS = 5 * 60_000

export interface SignedHeaders {
  authorization?: string | undefined
  'x-timestamp'?: string | undefined
  'x-nonce'?: string | undefined
  'content-sha256'?: string | undefined
}

/**
 * Checks that a proxy knows the secret shared with this instance. It signs method, path, time, nonce and the
 * hash of the body with HMAC-SHA256, as Edge does. The transport has already checked the hash of the body. A
 * request is accepted once, by whichever Halyard it reaches.
 */
export class EdgeGate {
  readonly #key: Buffer | undefined

  /** `secret`: base64url; undefined: all proxies are rejected. */
  constructor(secret: string | undefined) {
    this.#key = secret === undefined ? undefined : Buffer.from(secret, 'base64url')
  }

  /** Throws 401 unless the headers prove the caller's identity. The nonce is used up with the transaction. */
  async admit(
    { everything, now }: { everything: Queries; now: Date },
    path: string,
    headers: SignedHeaders,
  ): Promise<void> {
    const [, , signature] = /^HMAC ([^:\s]+):([A-Za-z0-9_-]+={0,2})$/.exec(headers.authorization ?? '') ?? []
    if (signature === undefined) throw refused('Missing HMAC authorization header')
    const { 'x-timestamp': timestamp = '', 'x-nonce': nonce = '', 'content-sha256': hash = '' } = headers
    const signedAt = Date.parse(timestamp)
    const isFresh = Math.abs(signedAt - now.getTime()) <= TOLERANCE_MS
    const expected = this.#sign(['POST', path, timestamp, nonce, hash].join('\n'))
    const given = Buffer.from(signature, 'base64url')
    const isSigned =
      expected !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
    // the signature first: only proxies with the secret fill the table of nonces
    if (!isSigned || !isFresh || nonce === '' || hash === '') throw refused('Invalid HMAC authorization')
    // twice the tolerance: the clocks of several Halyards may differ too
    const until = new Date(signedAt + 2 * TOLERANCE_MS)
    if (!(await useOnce(everything, 'edge-nonce', nonce, until))) throw refused('Invalid HMAC authorization')
  }

  #sign(text: string): Buffer | undefined {
    return this.#key && createHmac('sha256', this.#key).update(text).digest()
  }
}

/** `error` is the member that the original answers with (recorded exchange instance/edge-issue-token-without-hmac). */
const refused = (message: string) => new AppError('UnauthorizedError', message, { extra: { error: message } })
