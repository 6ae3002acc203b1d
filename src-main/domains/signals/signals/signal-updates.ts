import type { StreamSource } from '#kernel/stream.ts'

/** Shortest time between two updates of a screen, in milliseconds. More updates would show no more. */
const PACE_MS = 150
const MAX_TOLD = 200

/** Signal news as sent to screens at once: no payload, only what to reload. */
type SignalUpdate =
  | { kind: 'signal' | 'repeated'; id: number; endpointId: number }
  | { kind: 'refused'; endpointName: string; status: number }

type Listener = (news: SignalUpdate) => void

/** Notifies subscribers of every signal on disk, and of every rejected one. */
export class SignalFeed {
  readonly #listeners = new Set<Listener>()

  /** Answers how to end it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(news: SignalUpdate): void {
    for (const listener of this.#listeners) listener(news)
  }
}

/**
 * Streams received and rejected signals from now on, a few times a second. If there are too many, only the
 * latest are sent.
 */
export function streamSignalUpdates(feed: SignalFeed): StreamSource<SignalUpdate[]> & { paceMs: number } {
  let waiting: SignalUpdate[] = []
  return {
    paceMs: PACE_MS,
    open: (wake) =>
      feed.subscribe((news) => {
        waiting.push(news)
        if (waiting.length > MAX_TOLD) waiting.shift()
        wake()
      }),
    take: () => {
      const taken = waiting
      waiting = []
      return taken.length > 0 ? [taken] : []
    },
  }
}
