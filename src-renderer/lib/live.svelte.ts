import { api } from './api.ts'
import { queryClient, refreshAfter } from './queries.ts'

/** Whether the pages hear of changes. */
export const live = $state({ connected: true })

/** Follows the stream of changes as long as the pages live; returns the function that stops it. */
export function followChanges(): () => void {
  const subscription = api.events.changes.subscribe(undefined, {
    onData: refreshAfter,
    onConnectionStateChange: ({ state }) => {
      const wasConnected = live.connected
      live.connected = state === 'pending'
      // what happened meanwhile was missed: read everything again
      if (live.connected && !wasConnected) void queryClient.invalidateQueries()
    },
    onError: () => (live.connected = false),
  })
  return () => subscription.unsubscribe()
}
