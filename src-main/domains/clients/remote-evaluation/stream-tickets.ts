import { timingSafeEqual } from 'node:crypto'

import type { Actor } from '#kernel/caller.ts'
import type { Sealer } from '#kernel/sealer.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'

const PURPOSE = 'event stream of OpenFeature'
/** A ticket opens streams until the end of the period after that of its making. */
const PERIOD_MS = 60 * 60_000

/** Token of an SDK. */
export type SdkActor = Extract<Actor, { tokenHash?: string }>

/** Ticket of a token for one period, as it stands in URLs. */
export interface StreamTicket {
  readonly text: string
  readonly period: number
}

/**
 * Tickets for event streams. The EventSource of browsers sends no token, and a token must not stand in a URL. A ticket names
 * its token by the hash, signed: it opens streams only, for two hours at most, and only while its token is valid. Every
 * Halyard with the same key makes the same ticket, and none is stored. A page with an overlay names it, too: its stream sends no
 * header either.
 */
export class StreamTickets {
  readonly #tokens: TokenDirectory
  readonly #sealer: Sealer
  readonly #now: () => Date

  constructor(tokens: TokenDirectory, sealer: Sealer, now: () => Date) {
    this.#tokens = tokens
    this.#sealer = sealer
    this.#now = now
  }

  /** Makes the ticket of a caller's token. Callers without a token of an SDK get none. */
  issue(actor: Actor, overlay = ''): StreamTicket | undefined {
    return 'tokenHash' in actor && actor.tokenHash !== undefined
      ? this.issueFor(actor.tokenHash, overlay)
      : undefined
  }

  /** Makes the ticket of a token, named by the hash of its secret. */
  issueFor(tokenHash: string, overlay = ''): StreamTicket {
    const period = this.#period()
    const named = [period.toString(36), tokenHash, ...(overlay === '' ? [] : [encoded(overlay)])].join('.')
    return { text: `${named}.${this.#sealer.derive(named, PURPOSE)[0]}`, period }
  }

  /** Finds the token and the overlay of a ticket. Returns undefined if it is too old or not ours, or its token ended. */
  holderOf(text: string): { actor: SdkActor; overlay: string | undefined } | undefined {
    const parts = text.split('.')
    const [time = '', hash = '', overlay, ...more] = parts.slice(0, -1)
    const age = this.#period() - Number.parseInt(time, 36)
    if (more.length > 0 || (age !== 0 && age !== 1)) return undefined
    const [named, signature = ''] = [parts.slice(0, -1).join('.'), parts.at(-1)]
    if (!this.#sealer.derive(named, PURPOSE).some((one) => isSame(one, signature))) return undefined
    const actor = this.#actorOfHash(hash)
    return actor && { actor, overlay: overlay && Buffer.from(overlay, 'base64url').toString() }
  }

  /** Finds the token of an open stream again. */
  actorAgain({ tokenHash }: SdkActor): SdkActor | undefined {
    return this.#actorOfHash(tokenHash ?? '')
  }

  #actorOfHash(hash: string): SdkActor | undefined {
    const actor = this.#tokens.actorOfHash(hash, this.#now())
    return actor && 'environment' in actor ? actor : undefined
  }

  #period(): number {
    return Math.floor(this.#now().getTime() / PERIOD_MS)
  }
}

/** Names of overlays may have dots, which part a ticket. */
const encoded = (overlay: string) => Buffer.from(overlay).toString('base64url')

function isSame(expected: string, sent: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(sent)]
  return a.length === b.length && timingSafeEqual(a, b)
}
