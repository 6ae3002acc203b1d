import type { Actor } from '#kernel/caller.ts'
import type { Entity } from '#kernel/etag.ts'
import { TooManyRequests } from '#runtime/rate-limiter.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { FlagChanges } from './flag-changes.ts'
import type { StreamTicket, StreamTickets } from './stream-tickets.ts'

/** Streams of pages that are open at once. Further pages poll. */
export const MAX_STREAMS = 5000
const RETRY_SECONDS = '60'
const PATH = '/ofrep/v1/event-streams/'

/** Event streams of OpenFeature: where they are, who may open them, and how many there are. */
export class RemoteStreams {
  readonly tickets: StreamTickets
  readonly changes: FlagChanges
  readonly #basePath: string
  readonly #most: number
  /** An answer that many callers get, as the callers of one token get it. */
  readonly #announced = new WeakMap<Entity, { ticket: string; entity: Entity }>()
  #open = 0

  constructor(
    { configuration, deltas }: ClientApi,
    { tickets, basePath, most = MAX_STREAMS }: { tickets: StreamTickets; basePath: string; most?: number },
  ) {
    this.tickets = tickets
    this.changes = new FlagChanges(configuration, deltas)
    this.#basePath = basePath
    this.#most = most
  }

  /**
   * Adds the stream of the caller's token, and of its overlay, to an answer. Its ETag changes with the ticket: a 304 has no body, and a page would
   * keep a ticket that has ended.
   */
  announce(entity: Entity, actor: Actor, overlay: string | undefined): Entity {
    const ticket = this.tickets.issue(actor, overlay)
    if (!ticket) return entity
    const known = this.#announced.get(entity)
    if (known?.ticket === ticket.text) return known.entity
    const announced = withStream(entity, ticket, this.#basePath + PATH + ticket.text)
    this.#announced.set(entity, { ticket: ticket.text, entity: announced })
    return announced
  }

  /** Counts a stream until the returned function is called. Throws 429 if there are too many. */
  begin(): () => void {
    if (this.#open >= this.#most) throw new TooManyRequests({ 'retry-after': RETRY_SECONDS })
    this.#open += 1
    return () => {
      this.#open -= 1
    }
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
