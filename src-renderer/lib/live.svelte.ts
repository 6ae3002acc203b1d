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

/** Follows the stream of changes as long as the pages live; returns a function that stops it. */
export function followChanges(): () => void {
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
