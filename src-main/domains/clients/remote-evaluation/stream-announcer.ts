import type { Actor } from '#kernel/caller.ts'
import type { Entity } from '#kernel/etag.ts'
import type { StreamTicket } from './stream-tickets.ts'

const PATH = '/ofrep/v1/event-streams/'

interface Options {
  /** Makes the ticket of a caller's token; undefined: it has none. */
  ticketOf: (actor: Actor, overlay: string | undefined) => TicketOrPromise
  /** Public URL of the service, or the path before all paths. */
  baseUrl: string
}

type TicketOrPromise = StreamTicket | undefined | Promise<StreamTicket | undefined>

/** Adds the event stream of a caller to evaluations of all flags. */
export class StreamAnnouncer {
  readonly #ticketOf: Options['ticketOf']
  readonly #basePath: string
  /** An answer that many callers get, as the callers of one token get it. */
  readonly #announced = new WeakMap<Entity, { ticket: string; entity: Entity }>()

  constructor({ ticketOf, baseUrl }: Options) {
    this.#ticketOf = ticketOf
    this.#basePath = URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/$/, '') : baseUrl
  }

  /**
   * Adds the stream of the caller's token, and of its overlay, to an answer. Its ETag changes with the ticket: a 304 has no body, and a page would
   * keep a ticket that has ended.
   */
  async announce(entity: Entity, actor: Actor, overlay: string | undefined): Promise<Entity> {
    const ticket = await this.#ticketOf(actor, overlay)
    if (!ticket) return entity
    const known = this.#announced.get(entity)
    if (known?.ticket === ticket.text) return known.entity
    const announced = withStream(entity, ticket, this.#basePath + PATH + ticket.text)
    this.#announced.set(entity, { ticket: ticket.text, entity: announced })
    return announced
  }
}

function withStream({ etag, bytes, ...more }: Entity, { period }: StreamTicket, requestUri: string): Entity {
  const streams = JSON.stringify([{ type: 'sse', endpoint: { requestUri } }])
  return {
    ...more,
    etag: `${etag.slice(0, -1)}-${period.toString(36)}"`,
    bytes: Buffer.concat([bytes.subarray(0, -1), Buffer.from(`,"eventStreams":${streams}}`)]),
  }
}
