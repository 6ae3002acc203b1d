import { createHash, timingSafeEqual } from 'node:crypto'

import type { Sealer } from '#kernel/sealer.ts'
import type { Queries } from '#store/queries.ts'
import { isUsed, useOnce } from '../sessions/one-time-codes.store.ts'
import { openToken, sealToken } from '../sessions/sealed-token.ts'

const VALID_MS = 10 * 60_000
const PURPOSE = 'sign-in with OpenID Connect'

/** Reason for an answer whose state is not open. */
export const NOT_WAITING =
  'The answer belongs to no sign-in that waits for one: it was used before, or the service has another key now.'
const OTHER_BROWSER = 'The answer came to another browser than the one that began the sign-in.'
const TOO_LATE = 'The sign-in took longer than ten minutes.'

/** Sign-in that a browser began at the provider. */
export interface PendingSignIn {
  nonce: string
  codeVerifier: string
  redirectUri: string
  /** User in whose session the browser began. */
  startedBy?: number
  /** Ticket of the desktop window that the sign-in is for. */
  windowTicket?: string
}

interface Sealed extends PendingSignIn {
  browser: string
  validUntil: number
}

/**
 * Sign-ins that wait for the provider's answer. The state that travels to the provider and back holds them, sealed: any
 * Halyard with the key goes on with them, and nobody can fill a memory by starting some. Each is taken once, within ten
 * minutes, and only by the browser that began it: else somebody could sign another person in as themselves.
 */
export class PendingSignIns {
  readonly #sealer: Sealer

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Makes the state of a sign-in. `browser` is the secret in the cookie of its browser. */
  begin(browser: string, pending: PendingSignIn, now: Date): string {
    const sealed: Sealed = { ...pending, browser: hashOf(browser), validUntil: now.getTime() + VALID_MS }
    return sealToken(this.#sealer, sealed, PURPOSE)
  }

  /** Opens the sign-in of a state. Returns the reason if this browser has none under it. Use it up with `finish`. */
  async find(
    queries: Queries,
    state: string | undefined,
    browser: string | undefined,
    now: Date,
  ): Promise<PendingSignIn | string> {
    const found = this.#open(state)
    if (state === undefined || !found || (await isUsed(queries, 'oidc', state))) return NOT_WAITING
    if (!isOf(found, browser)) return OTHER_BROWSER
    return found.validUntil < now.getTime() ? TOO_LATE : found
  }

  /** Uses up the sign-in of a state. Returns false if somebody did before. Another browser uses up nothing. */
  async finish(queries: Queries, state: string | undefined, browser: string | undefined): Promise<boolean> {
    const found = this.#open(state)
    if (state === undefined || !found || !isOf(found, browser)) return false
    return useOnce(queries, 'oidc', state, new Date(found.validUntil))
  }

  #open(state: string | undefined): Sealed | undefined {
    return state === undefined ? undefined : openToken<Sealed>(this.#sealer, state, PURPOSE)
  }
}

const isOf = (found: Sealed, browser: string | undefined) =>
  browser !== undefined && timingSafeEqual(Buffer.from(found.browser), Buffer.from(hashOf(browser)))

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
