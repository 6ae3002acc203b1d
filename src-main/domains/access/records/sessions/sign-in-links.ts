import { createHash, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../../../kernel/clock.ts'
import type { Ids } from '../../../../kernel/ids.ts'

const VALID_MINUTES = 60

/**
 * One-time links that sign a browser in as the instance's first Admin: printed at start where there is no window
 * (issue 01, "transport/rpc"). They live in memory alone; each works once, for an hour.
 */
export class SignInLinks {
  readonly #clock: Clock
  readonly #ids: Ids
  #open: { hash: Buffer; validUntil: number }[] = []

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns the secret of a new link. */
  issue(): string {
    const secret = this.#ids.hex(24)
    this.#open.push({
      hash: hashOf(secret),
      validUntil: this.#clock.elapsed() + VALID_MINUTES * 60_000,
    })
    return secret
  }

  /** Closes a sign-in link. Returns whether it was open. */
  redeem(secret: string): boolean {
    const hash = hashOf(secret)
    const now = this.#clock.elapsed()
    const found = this.#open.find((link) => link.validUntil > now && timingSafeEqual(link.hash, hash))
    this.#open = this.#open.filter((link) => link !== found && link.validUntil > now)
    return found !== undefined
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
