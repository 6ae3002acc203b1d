import type { Caller } from '#kernel/caller.ts'
import type { CommittedEvent } from '#kernel/event.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { StreamSource } from '#kernel/stream.ts'
import { findEventIds } from './events.read-model.ts'

/** Change as sent to screens: enough to know what to reload. */
export type Change = Pick<
  CommittedEvent,
  'id' | 'type' | 'project' | 'featureName' | 'environment' | 'createdBy' | 'createdAt'
>

/** Maximum number of waiting changes. A screen that has missed more reloads everything anyway. */
const MAX_WAITING = 1000

/** Streams every change from now on that is on disk and that the caller may see. */
export function changeFeed({ runtime, caller }: { runtime: Runtime; caller: Caller }): StreamSource<Change> {
  let waiting: CommittedEvent[] = []
  return {
    open: (wake) =>
      runtime.bus.subscribe((events) => {
        waiting = [...waiting, ...events].slice(-MAX_WAITING)
        wake()
      }),
    take: async () => {
      const taken = waiting
      waiting = []
      if (taken.length === 0) return []
      const hidden = runtime.hiddenFrom(caller.actor)
      if (hidden.size === 0) return taken.map(toChange)
      // use the rule of the event log, so that both hide the same events
      const visible = await findEventIds(
        runtime.hideProjects(runtime.store.queries, hidden),
        taken.map(({ id }) => id),
      )
      return taken.filter(({ id }) => visible.has(id)).map(toChange)
    },
  }
}

function toChange({
  id,
  type,
  project,
  featureName,
  environment,
  createdBy,
  createdAt,
}: CommittedEvent): Change {
  return {
    id,
    type,
    createdBy,
    createdAt,
    ...(project === undefined ? {} : { project }),
    ...(featureName === undefined ? {} : { featureName }),
    ...(environment === undefined ? {} : { environment }),
  }
}
