import { replaySignal as replay, sendSignal as send } from '../../../../../src-shared/contract/signals.ts'
import type { Signal } from '../../../../../src-shared/schemas/signal.ts'
import { AppError, badData, notFound } from '../../../../kernel/app-error.ts'
import { nameOf, userIdOf } from '../../../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import {
  findSignalEndpoint,
  type StoredSignalEndpoint,
} from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { requireSignal } from '../../records/signals/require-signal.ts'
import type { SignalFeed } from '../../records/signals/signal-feed.ts'
import { toSignal } from '../../records/signals/signal.ts'
import { insertSignal } from '../../records/signals/signals.store.ts'

/** Sends a signal without a token: it is marked as sent by the Admin who asked for it. */
export const sendSignal = (feed: SignalFeed) =>
  mutation(send, async (context, { params: { signalEndpointId }, body: { payload } }) => {
    const endpoint = await requireOpenEndpoint(context, signalEndpointId)
    const size = Buffer.byteLength(JSON.stringify(payload ?? {}))
    if (size > context.limits.signalPayloadBytes)
      throw badData(
        `The payload has ${size} bytes; at most ${context.limits.signalPayloadBytes} are taken.`,
        '/body/payload',
      )
    const signal = await insertAsCaller(context, feed, endpoint, { payload: payload ?? {}, replayOf: null })
    const { id, sourceId } = signal
    context.record({ type: 'signal-sent', data: { id, name: endpoint.name, signalEndpointId: sourceId } })
    return signal
  })

/** Sends a stored signal again, as a new one: the actions see it as if it had come a second time. */
export const replaySignal = (feed: SignalFeed) =>
  mutation(replay, async (context, { params }) => {
    const original = await requireSignal(context, params.id)
    const endpoint = await requireOpenEndpoint(context, original.sourceId)
    const signal = await insertAsCaller(context, feed, endpoint, {
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

/** Throws 404, and 409 for an endpoint that takes nothing from anybody. */
async function requireOpenEndpoint({ queries }: MutationContext, id: number): Promise<StoredSignalEndpoint> {
  const endpoint = await findSignalEndpoint(queries, id)
  if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${id}`)
  if (!endpoint.enabled)
    throw new AppError('ConflictError', `The signal endpoint ${endpoint.name} is switched off`)
  return endpoint
}

async function insertAsCaller(
  { queries, caller, now, onCommit }: MutationContext,
  feed: SignalFeed,
  endpoint: StoredSignalEndpoint,
  { payload, replayOf }: { payload: unknown; replayOf: number | null },
): Promise<Signal> {
  const signal = await insertSignal(queries, {
    sourceId: endpoint.id,
    payload,
    replayOf,
    createdAt: now.toISOString(),
    sentByUserId: userIdOf(caller.actor),
    sentBy: nameOf(caller.actor),
  })
  onCommit(() => feed.publish({ kind: 'signal', id: signal.id, endpointId: endpoint.id }))
  return toSignal(signal)
}
