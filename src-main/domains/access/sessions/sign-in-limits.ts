import type { Caller } from '#kernel/caller.ts'
import { networkOf } from '#kernel/client-network.ts'
import type { Limit, RateLimiter } from '#runtime/rate-limiter.ts'
import { accountKey, type KnownBrowsers } from './known-browsers.ts'

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
 *
 * One network has half of the attempts of an account. A browser that signed in to the account before, and a session,
 * have a limit of their own: guesses from elsewhere do not lock out the owner. An address that stands for many clients
 * is no network: there, accounts alone count.
 */
export class SignInLimits {
  readonly #limiter: RateLimiter
  readonly #browsers: KnownBrowsers
  readonly #network: Limit
  readonly #account: Limit
  readonly #accountFromNetwork: Limit
  readonly #browser: Limit

  constructor(limiter: RateLimiter, browsers: KnownBrowsers, { perNetwork, perAccount } = FAILED_SIGN_INS) {
    this.#limiter = limiter
    this.#browsers = browsers
    const limit = (name: string, calls: number) => ({ name, calls, seconds: WINDOW_SECONDS })
    this.#network = limit('failed sign-ins of a network', perNetwork)
    this.#account = limit('failed sign-ins to an account', perAccount)
    this.#accountFromNetwork = limit('failed sign-ins of a network to an account', Math.ceil(perAccount / 2))
    this.#browser = limit('failed sign-ins of a known browser', perAccount)
  }

  /** Counts an attempt; returns the function to call when it succeeds. Throws 429 beyond a limit. */
  attempt(caller: Attempting, login: string): () => void {
    const counted: (readonly [Limit, string])[] = []
    const refund = () => {
      for (const [limit, key] of counted) this.#limiter.refund(limit, key)
    }
    try {
      for (const [limit, key] of this.#countsOf(caller, login)) {
        this.#limiter.count(limit, key)
        counted.push([limit, key])
      }
    } catch (error) {
      // an attempt that one limit refuses uses up no other
      refund()
      throw error
    }
    return refund
  }

  #countsOf({ ip = '', sharesAddress, session, knownBrowser }: Attempting, login: string): [Limit, string][] {
    const account = accountKey(login)
    const known = session ?? this.#browsers.find(knownBrowser, login)
    if (known !== undefined) return [[this.#browser, `${known} ${account}`]]
    if (sharesAddress) return [[this.#account, account]]
    const { network } = networkOf(ip)
    return [
      [this.#accountFromNetwork, `${network} ${account}`],
      [this.#network, network],
      [this.#account, account],
    ]
  }
}

type Attempting = Pick<Caller, 'ip' | 'sharesAddress' | 'session' | 'knownBrowser'>
