import { decideFor } from '#kernel/decide-for.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { Caller } from '#kernel/caller.ts'
import type { StreamSource } from '#kernel/stream.ts'
import type { RequestLog } from './request-log.ts'

/** Shortest time between two updates of a screen, in milliseconds. */
const PACE_MS = 500

/** Tells Admins, twice a second at most, that requests have come in or ended. It tells nothing about them. */
export function streamRequestUpdates(
  log: Pick<RequestLog, 'subscribe'>,
  { runtime, caller }: { runtime: Runtime; caller: Caller },
): StreamSource<'changed'> & { paceMs: number } {
  let isChanged = false
  return {
    paceMs: PACE_MS,
    open: (wake) =>
      log.subscribe(() => {
        if (isChanged) return
        isChanged = true
        wake()
      }),
    take: () => {
      const wasChanged = isChanged
      isChanged = false
      return wasChanged && decideFor(runtime, caller.actor, { anyOf: ['ADMIN'] }).allowed ? ['changed'] : []
    },
  }
}
