import { createHash, randomBytes } from 'node:crypto'

import type { Sealer } from '#kernel/sealer.ts'
import type { Queries } from '#store/queries.ts'
import { isUsed, keepFor, takeOut, useOnce } from '../sessions/one-time-codes.store.ts'
import { openToken, sealToken } from '../sessions/sealed-token.ts'

/** Time that a sign-in may take at the identity provider. */
export const REQUEST_MINUTES = 10
/** Time until a browser fetches its session, once the answer has been verified. */
const PICKUP_MS = 60_000
const PURPOSE = 'SAML request'
const ANSWER = 'verified SAML answer'

/** State of the request that an answer names. */
export type RequestState = 'open' | 'used' | 'expired' | 'unknown'

interface SentRequest {
  /** Hash of the secret of its browser. */
  browser: string
  sentAt: number
}

interface Waiting<Verified> {
  browser: string
  verified: Verified
}

/**
 * Requests that were sent to the identity provider, and answers waiting for their browser. A request is remembered by its
 * sealed id alone, so nobody can fill a memory by starting sign-ins, and any Halyard with the key knows it. Ids that were
 * answered are kept until they expire.
 */
export class SamlRequests<Verified> {
  readonly #sealer: Sealer

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Makes the id of a request for the browser that holds a secret. It is an XML id: a letter or `_` comes first. */
  issue(browserSecret: string, now: Date): string {
    const sent: SentRequest = { browser: browserOf(browserSecret), sentAt: now.getTime() }
    return `_${sealToken(this.#sealer, sent, PURPOSE)}`
  }

  /** Checks the request that an answer names. */
  async stateOf(queries: Queries, id: string, now: Date): Promise<RequestState> {
    const sent = this.#open(id)
    if (!sent) return 'unknown'
    if (await isUsed(queries, 'saml-request', id)) return 'used'
    return now.getTime() - sent.sentAt > REQUEST_MINUTES * 60_000 ? 'expired' : 'open'
  }

  /**
   * Takes a verified answer, once for each request and each assertion. Returns the code by which the browser of the
   * request fetches its session; undefined if it was taken before.
   */
  async accept(
    queries: Queries,
    { request, assertion, verified }: { request: string; assertion: string; verified: Verified },
    now: Date,
  ): Promise<string | undefined> {
    const sent = this.#open(request)
    if (!sent) return undefined
    // an assertion is valid for at most the clock skew longer than its request
    const until = new Date(now.getTime() + 2 * REQUEST_MINUTES * 60_000)
    const isFirst = await useOnce(queries, 'saml-request', request, until)
    const isFirstOfAssertion = await useOnce(queries, 'saml-assertion', assertion, until)
    if (!isFirst || !isFirstOfAssertion) return undefined
    const code = randomBytes(24).toString('base64url')
    const waiting: Waiting<Verified> = { browser: sent.browser, verified }
    await keepFor(queries, 'saml-answer', code, {
      sealed: sealToken(this.#sealer, waiting, ANSWER),
      until: new Date(now.getTime() + PICKUP_MS),
    })
    return code
  }

  /** Hands the verified answer to the browser that began the sign-in. A code works once. */
  async pickUp(
    queries: Queries,
    code: string,
    browserSecret: string | undefined,
    now: Date,
  ): Promise<Verified | 'unknown' | 'other-browser'> {
    const sealed = await takeOut(queries, 'saml-answer', code, now)
    const found =
      sealed === undefined ? undefined : openToken<Waiting<Verified>>(this.#sealer, sealed, ANSWER)
    if (!found) return 'unknown'
    return browserSecret !== undefined && found.browser === browserOf(browserSecret)
      ? found.verified
      : 'other-browser'
  }

  #open(id: string): SentRequest | undefined {
    return id.startsWith('_') ? openToken<SentRequest>(this.#sealer, id.slice(1), PURPOSE) : undefined
  }
}

const browserOf = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 32)
