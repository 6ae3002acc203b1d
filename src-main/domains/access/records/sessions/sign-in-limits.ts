import { createHash } from 'node:crypto'

import type { Caller } from '../../../../kernel/caller.ts'
import { networkOf } from '../../../../kernel/client-network.ts'
import type { Limit, RateLimiter } from '../../../../kernel/rate-limiter.ts'

/** Failed attempts within five minutes, beside the limit of the operation for each client: an attacker may have many. */
interface FailedSignIns {
  perNetwork: number
  perAccount: number
}

const FAILED_SIGN_INS: FailedSignIns = { perNetwork: 60, perAccount: 20 }
const WINDOW_SECONDS = 300

/**
 * Limits failed sign-ins by network and by account. The account is the name as it was sent, so names that nobody has
 * are limited alike and tell nothing. Attempts are counted before the password is checked, else many at once would pass;
 * a successful one is taken off the count again.
 */
export class SignInLimits {
  readonly #limiter: RateLimiter
  readonly #network: Limit
  readonly #account: Limit

  constructor(limiter: RateLimiter, { perNetwork, perAccount } = FAILED_SIGN_INS) {
    this.#limiter = limiter
    this.#network = { name: 'failed sign-ins of a network', calls: perNetwork, seconds: WINDOW_SECONDS }
    this.#account = { name: 'failed sign-ins to an account', calls: perAccount, seconds: WINDOW_SECONDS }
  }

  /** Counts an attempt; returns the function to call when it succeeds. Throws 429 beyond a limit. */
  attempt({ ip }: Pick<Caller, 'ip'>, login: string): () => void {
    const network = networkOf(ip ?? '').network
    // a hash has the same size for any input
    const account = createHash('sha256').update(login.trim().toLowerCase()).digest('base64')
    this.#limiter.count(this.#network, network)
    this.#limiter.count(this.#account, account)
    return () => {
      this.#limiter.refund(this.#network, network)
      this.#limiter.refund(this.#account, account)
    }
  }
}
