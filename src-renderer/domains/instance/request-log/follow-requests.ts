import { api } from '#lib/api.ts'
import { keys, queryClient } from '#lib/queries.ts'

/** Reads the request log again when requests come in or end; answers how to stop that. */
export function followRequests(): () => void {
  const subscription = api.requestNews.subscribe(undefined, {
    onData: () => void queryClient.invalidateQueries({ queryKey: keys.requestLog }),
  })
  return () => subscription.unsubscribe()
}
