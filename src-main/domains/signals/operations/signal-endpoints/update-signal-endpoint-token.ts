import { updateSignalEndpointToken as update } from '#shared/signals/contract/signal-endpoints.ts'
import { mutation } from '#kernel/use-case.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import {
  requireFreeTokenName,
  requireSignalToken,
  toSignalToken,
} from '../../records/signal-endpoints/signal-endpoint.ts'
import { renameSignalToken } from '../../records/signal-endpoints/signal-tokens.store.ts'

export const updateSignalEndpointToken = ({
  signalEndpoints,
}: {
  signalEndpoints: SignalEndpointDirectory
}) =>
  mutation(update, async (context, { params, body: { name } }) => {
    const { endpoint, token, others } = await requireSignalToken(context.queries, params)
    requireFreeTokenName(others, name)
    await renameSignalToken(context.queries, token.id, name)
    const [before, after] = [toSignalToken(token), toSignalToken({ ...token, name })]
    context.record({
      type: 'signal-endpoint-token-updated',
      data: { ...after, signalEndpoint: endpoint.name },
      preData: { ...before, signalEndpoint: endpoint.name },
    })
    signalEndpoints.refreshAfter(context)
    return after
  })
