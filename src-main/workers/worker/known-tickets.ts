import type { StreamTicket } from '#domains/clients/remote-evaluation/stream-tickets.ts'
import type { Actor } from '#kernel/caller.ts'
import { LruMap } from '#runtime/lru-map.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { AskedConfiguration } from './asked-configuration.ts'
import { tokenOf } from './note-collector.ts'

/** Tickets that are kept: of tokens, each with the overlays that its requests name. */
const MAX_TICKETS = 1000
/** A ticket is asked for again with each of these periods: that of a ticket begins with one. */
const KEPT_MS = 60_000

interface Known {
  ticket: Promise<StreamTicket | undefined>
  until: number
}

/** Tickets for event streams. The main process signs them, and has the key. */
export class KnownTickets {
  readonly #asked: Pick<AskedConfiguration, 'ticketOf'>
  readonly #now: () => Date
  readonly #known = new LruMap<string, Known>(MAX_TICKETS)

  constructor(asked: Pick<AskedConfiguration, 'ticketOf'>, now: () => Date) {
    this.#asked = asked
    this.#now = now
  }

  /** Finds the ticket of a caller's token, with its overlay; undefined: it has no token of an SDK. */
  readonly of = (actor: Actor, overlay: string | undefined): Known['ticket'] => {
    const token = tokenOf(actor)
    if (token === undefined) return Promise.resolve(undefined)
    const key = compositeKey(token, overlay ?? '')
    const time = this.#now().getTime()
    const known = this.#known.get(key)
    if (known && time < known.until) return known.ticket
    const ticket = this.#asked.ticketOf(token, overlay)
    this.#known.set(key, { ticket, until: (Math.floor(time / KEPT_MS) + 1) * KEPT_MS })
    ticket.catch(() => this.#known.delete(key))
    return ticket
  }
}
