import { callSignalEndpoint as operation } from '#shared/signals/contract/signals.ts'
import type { Request } from '#shared/contract/index.ts'
import type { SignalHeaders } from '#shared/signals/schemas/signal.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Caller } from '#kernel/caller.ts'
import { batched } from '#kernel/use-case.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import type { SignalFeed } from '../../records/signals/signal-feed.ts'
import { toSignal, type NewSignal } from '../../records/signals/signal.ts'
import { insertSignals } from '../../records/signals/signals.store.ts'

const MAX_HEADER = 200

/**
 * Receives a signal (docs/contract/signals.md#intake). Senders may be numerous: signals of the same moment
 * share a transaction. Each request is answered when its signal is on disk.
 */
export const callSignalEndpoint = ({
  signalEndpoints,
  signalFeed,
}: {
  signalEndpoints: SignalEndpointDirectory
  signalFeed: SignalFeed
}) =>
  batched(operation, {
    draft: ({ caller, now }, { params: { name }, body, headers }): NewSignal => {
      const endpoint = signalEndpoints.named(name)
      if (!endpoint) throw notFound(`There is no signal endpoint named ${name}`)
      if (!endpoint.enabled) throw notFound(`The signal endpoint ${name} is turned off`)
      const { actor } = caller
      if (actor.kind !== 'signal-token')
        throw new AppError('UnauthorizedError', 'A token of the signal endpoint is expected.')
      return {
        sourceId: endpoint.id,
        sourceTokenId: actor.tokenId,
        tokenName: actor.username,
        payload: body,
        headers: toHeaders(caller, headers),
        createdAt: now.toISOString(),
      }
    },
    writeAll: insertSignals,
    conclude: (signal) => {
      signalFeed.publish({ kind: 'signal', id: signal.id, endpointId: signal.sourceId })
      return { signals: [toSignal(signal)] }
    },
  })

/** Picks the headers that describe the sender, never its credentials. */
function toHeaders({ ip, userAgent }: Caller, headers: Request<typeof operation>['headers']): SignalHeaders {
  const said = {
    ip,
    userAgent,
    contentType: headers['content-type'],
    requestId: headers['x-request-id'],
    traceparent: headers.traceparent,
  }
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.slice(0, MAX_HEADER)]],
    ),
  )
}
