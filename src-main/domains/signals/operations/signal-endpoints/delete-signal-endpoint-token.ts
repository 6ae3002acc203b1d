import { deleteSignalEndpointToken as remove } from '#shared/signals/contract/signal-endpoints.ts'
import { mutation } from '#kernel/use-case.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { requireSignalToken, toSignalToken } from '../../records/signal-endpoints/signal-endpoint.ts'
import { deleteSignalTokenRow } from '../../records/signal-endpoints/signal-tokens.store.ts'

/** Deletes a token: it is refused from the reply on. */
export const deleteSignalEndpointToken = ({
  signalEndpoints,
}: {
  signalEndpoints: SignalEndpointDirectory
}) =>
  mutation(remove, async (context, { params }) => {
    const { endpoint, token } = await requireSignalToken(context.queries, params)
    await deleteSignalTokenRow(context.queries, token.id)
    const preData = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-endpoint-token-deleted', preData })
    signalEndpoints.refreshAfter(context)
  })
