import type { StreamSource } from '#kernel/stream.ts'
import type { SignalFeed, SignalUpdate } from './signal-feed.ts'

/** Shortest time between two updates of a screen, in milliseconds. More updates would show no more. */
const PACE_MS = 150
const MAX_TOLD = 200

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
