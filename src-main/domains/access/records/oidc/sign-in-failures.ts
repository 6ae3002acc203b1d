import type { Ids } from '../../../../kernel/ids.ts'
import { RecentMap } from '../../../../kernel/recent-map.ts'

const MAX_KEPT = 1000

/**
 * Reasons of failed sign-ins, for the page that a browser is sent back to. The address holds a reference, never the text:
 * else a link could make the page say anything.
 */
export class SignInFailures {
  readonly #ids: Ids
  readonly #reasons = new RecentMap<string, string>(MAX_KEPT)

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** Keeps a reason. Returns the path of the page that shows it. */
  pageFor(reason: string): string {
    const reference = this.#ids.hex(16)
    this.#reasons.set(reference, reason)
    return `/?sign-in-failed=${reference}`
  }

  reasonOf(reference: string): string | undefined {
    return this.#reasons.get(reference)
  }
}
