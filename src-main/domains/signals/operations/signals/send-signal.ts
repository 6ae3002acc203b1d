import { sendSignal as send } from '#shared/signals/contract/signals.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { SignalFeed } from '../../records/signals/signal-feed.ts'
import { requireOpenEndpoint, insertAsCaller } from '../../records/signals/insert-as-caller.ts'

/** Sends a signal without a token: it is marked as sent by the Admin who asked for it. */
export const sendSignal = ({ signalFeed }: { signalFeed: SignalFeed }) =>
  mutation(send, async (context, { params: { signalEndpointId }, body: { payload } }) => {
    const endpoint = await requireOpenEndpoint(context, signalEndpointId)
    const size = Buffer.byteLength(JSON.stringify(payload ?? {}))
    if (size > context.limits.signalPayloadBytes)
      throw badData(
        `The payload has ${size} bytes; at most ${context.limits.signalPayloadBytes} are taken.`,
        '/body/payload',
      )
    const signal = await insertAsCaller(context, signalFeed, endpoint, {
      payload: payload ?? {},
      replayOf: null,
    })
    const { id, sourceId } = signal
    context.record({ type: 'signal-sent', data: { id, name: endpoint.name, signalEndpointId: sourceId } })
    return signal
  })
