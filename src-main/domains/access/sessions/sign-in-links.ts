import type { Clock } from '#kernel/clock.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { Queries } from '#store/queries.ts'
import { useOnce } from './one-time-codes.store.ts'
import { openToken, sealToken } from './sealed-token.ts'

const VALID_MS = 60 * 60_000
const PURPOSE = 'sign-in link'

interface SignInLink {
  validUntil: number
}

/**
 * One-time links that sign a browser in as the instance's first Admin: printed at start where there is no window. A link
 * says, sealed, until when it works, so that each Halyard with the key knows it; it works once, for an hour.
 */
export class SignInLinks {
  readonly #clock: Clock
  readonly #sealer: Sealer

  constructor(clock: Clock, sealer: Sealer) {
    this.#clock = clock
    this.#sealer = sealer
  }

  /** Returns the secret of a new link. */
  issue(): string {
    return sealToken(
      this.#sealer,
      { validUntil: this.#clock.now().getTime() + VALID_MS } satisfies SignInLink,
      PURPOSE,
    )
  }

  /** Closes a sign-in link. Returns whether it was open. */
  async redeem(queries: Queries, secret: string, now: Date): Promise<boolean> {
    const link = openToken<SignInLink>(this.#sealer, secret, PURPOSE)
    if (!link || link.validUntil <= now.getTime()) return false
    return useOnce(queries, 'sign-in-link', secret, new Date(link.validUntil))
  }
}
