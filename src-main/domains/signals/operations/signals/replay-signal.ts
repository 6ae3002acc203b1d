import { replaySignal as replay } from '#shared/signals/contract/signals.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireSignal } from '../../records/signals/require-signal.ts'
import type { SignalFeed } from '../../records/signals/signal-feed.ts'
import { requireOpenEndpoint, insertAsCaller } from '../../records/signals/insert-as-caller.ts'

/** Sends a stored signal again, as a new one: the actions see it as if it had come a second time. */
export const replaySignal = ({ signalFeed }: { signalFeed: SignalFeed }) =>
  mutation(replay, async (context, { params }) => {
    const original = await requireSignal(context, params.id)
    const endpoint = await requireOpenEndpoint(context, original.sourceId)
    const signal = await insertAsCaller(context, signalFeed, endpoint, {
      payload: original.payload,
      replayOf: original.id,
    })
    const { id, sourceId } = signal
    context.record({
      type: 'signal-replayed',
      data: { id, name: endpoint.name, signalEndpointId: sourceId, replayOf: original.id },
    })
    return signal
  })
