import { TooManyRequests } from '#runtime/rate-limiter.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { FlagChanges } from './flag-changes.ts'
import { StreamAnnouncer } from './stream-announcer.ts'
import type { StreamTickets } from './stream-tickets.ts'

/** Streams of pages that are open at once. Further pages poll. */
export const MAX_STREAMS = 5000
const RETRY_SECONDS = '60'

/** Event streams of OpenFeature: where they are, who may open them, and how many there are. */
export class RemoteStreams extends StreamAnnouncer {
  readonly tickets: StreamTickets
  readonly changes: FlagChanges
  readonly #most: number
  #open = 0

  constructor(
    { configuration, deltas }: ClientApi,
    { tickets, baseUrl, most = MAX_STREAMS }: { tickets: StreamTickets; baseUrl: string; most?: number },
  ) {
    super({ ticketOf: (actor, overlay) => tickets.issue(actor, overlay), baseUrl })
    this.tickets = tickets
    this.changes = new FlagChanges(configuration, deltas)
    this.#most = most
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
