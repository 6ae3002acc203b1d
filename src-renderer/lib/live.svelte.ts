import type { Change } from '#domains/audit/events/change-feed.ts'
import { MAX_CHANGES } from '#shared/rpc/rpc-transformer.ts'
import { api } from './api.ts'
import { isOwnWrite } from './own-writes.ts'
import { ThrottledQueue } from './throttled-queue.ts'
import { queryClient } from './queries.ts'
import { refreshTouched } from './refresh.ts'

/** Screens read again at once after a change, and then at most so often, however many follow. */
const PACE_MS = 150

/** State of the stream of changes; true until a connection is lost, also before the first connection. */
export const live = $state({ connected: true })

/** Time that a page in a hidden tab goes on following: one that is shown again soon has missed nothing. */
const HIDDEN_MS = 5_000

/**
 * Follows something while the page can be seen; returns a function that stops it. Browsers open six connections to a
 * service: with a stream for each hidden tab, the tab in front would have none left.
 */
export function whileVisible(follow: () => () => void): () => void {
  let stop: (() => void) | undefined = follow()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const pause = () => {
    stop?.()
    stop = undefined
  }
  const onChange = () => {
    clearTimeout(waiting)
    if (document.visibilityState === 'hidden') waiting = setTimeout(pause, HIDDEN_MS)
    else stop ??= follow()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    clearTimeout(waiting)
    pause()
  }
}

/** Follows the stream of changes as long as the pages live and can be seen; returns a function that stops it. */
export const followChanges = (): (() => void) => whileVisible(subscribeToChanges)

function subscribeToChanges(): () => void {
  let wasOpen = false
  const changes = new ThrottledQueue({
    paceMs: PACE_MS,
    most: MAX_CHANGES,
    keyOf: ({ type, project = '', featureName = '' }: Change) => JSON.stringify([type, project, featureName]),
    round: (touching) => void refreshTouched(touching),
  })
  const subscription = api.changes.subscribe(undefined, {
    onData: (change) => void isOwnWrite(change).then((isOwn) => isOwn || changes.add(change)),
    onConnectionStateChange: ({ state, error }) => {
      const isOpen = state === 'pending'
      live.connected = isOpen || (state === 'connecting' && !error)
      // changes before the connection were missed: read everything again
      if (isOpen && !wasOpen) void queryClient.invalidateQueries()
      wasOpen = isOpen
    },
    onError: () => {
      live.connected = false
      // the session has ended: the next request leads to the sign-in
      void queryClient.invalidateQueries()
    },
  })
  return () => {
    subscription.unsubscribe()
    changes.stop()
  }
}
