import { createHash, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../../../kernel/clock.ts'
import { RecentMap } from '../../../../kernel/recent-map.ts'

const VALID_MS = 10 * 60_000
const MAX_PENDING = 10_000

/** Sign-in that a browser began at the provider. */
export interface PendingSignIn {
  nonce: string
  codeVerifier: string
  redirectUri: string
  /** Ticket of the desktop window that the sign-in is for. */
  windowTicket?: string
}

interface Stored extends PendingSignIn {
  browser: Buffer
  validUntil: number
}

/**
 * Sign-ins that wait for the provider's answer, in memory. Each is taken once, within ten minutes, and only by the browser
 * that began it: else somebody could sign another person in as themselves.
 */
export class PendingSignIns {
  readonly #clock: Clock
  readonly #byState = new RecentMap<string, Stored>(MAX_PENDING)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Keeps a sign-in under its state. `browser` is the secret in the cookie of its browser. */
  add(state: string, browser: string, pending: PendingSignIn): void {
    const validUntil = this.#clock.elapsed() + VALID_MS
    this.#byState.set(state, { ...pending, browser: hashOf(browser), validUntil })
  }

  /** Takes a sign-in out. Returns the reason if this browser has none under the state. */
  take(state: string | undefined, browser: string | undefined): PendingSignIn | string {
    const found = state === undefined ? undefined : this.#byState.get(state)
    if (state === undefined || !found)
      return 'The answer belongs to no sign-in that waits for one: it was used before, or the service was restarted.'
    if (browser === undefined || !timingSafeEqual(found.browser, hashOf(browser)))
      return 'The answer came to another browser than the one that began the sign-in.'
    this.#byState.delete(state)
    if (found.validUntil < this.#clock.elapsed()) return 'The sign-in took longer than ten minutes.'
    return found
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
