import type { Sealer } from '#kernel/sealer.ts'
import { openToken, sealToken } from '../sessions/sealed-token.ts'

const PURPOSE = 'reason of a failed sign-in'

/**
 * Reasons of failed sign-ins, for the page that a browser is sent back to. The address holds a reason sealed, never as text:
 * else a link could make the page say anything.
 */
export class SignInFailures {
  readonly #sealer: Sealer

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Returns the path of the page that shows a reason. */
  pageFor(reason: string): string {
    return `/?sign-in-failed=${sealToken(this.#sealer, reason, PURPOSE)}`
  }

  reasonOf(reference: string): string | undefined {
    return openToken<string>(this.#sealer, reference, PURPOSE)
  }
}
