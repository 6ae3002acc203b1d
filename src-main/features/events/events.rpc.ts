import type { CommittedEvent } from '../../kernel/event.ts'
import { queryOf, router, signedIn } from '../../transport/rpc/init.ts'
import { searchEvents } from './search-events.use-case.ts'

/** What a screen learns of a change: enough to know what to read again. */
export type Change = Pick<
  CommittedEvent,
  'id' | 'type' | 'project' | 'featureName' | 'environment' | 'createdBy' | 'createdAt'
>

export const eventsRpc = router({
  search: queryOf(searchEvents('')),
  /** Every change from now on, as it is durably recorded. */
  changes: signedIn.subscription(async function* ({ ctx, signal }) {
    const waiting: Change[] = []
    let wake = () => {}
    const off = ctx.runtime.bus.subscribe((events) => {
      // asked anew each time: what was open may have become private
      const hidden = ctx.runtime.hiddenFrom(ctx.caller.actor)
      waiting.push(...events.filter(({ project }) => !project || !hidden.has(project)).map(toChange))
      wake()
    })
    signal?.addEventListener('abort', () => wake(), { once: true })
    try {
      while (!signal?.aborted) {
        yield* waiting.splice(0)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (waiting.length > 0 || signal?.aborted) resolve()
        })
      }
    } finally {
      off()
    }
  }),
})

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
