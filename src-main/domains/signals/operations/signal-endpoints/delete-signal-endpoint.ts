import { deleteSignalEndpoint as remove } from '#shared/signals/contract/signal-endpoints.ts'
import { mutation } from '#kernel/use-case.ts'
import { disableActionSets } from '../../records/actions/set-enabled.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { requireSignalEndpoint } from '../../records/signal-endpoints/signal-endpoint.ts'
import { deleteSignalEndpointRow } from '../../records/signal-endpoints/signal-endpoints.store.ts'

/**
 * Deletes an endpoint with its tokens; its signals stay, without a name (docs/contract/signals.md#records). Action sets
 * that wait for its signals are turned off.
 */
export const deleteSignalEndpoint = ({ signalEndpoints }: { signalEndpoints: SignalEndpointDirectory }) =>
  mutation(remove, async (context, { params: { id } }) => {
    const endpoint = await requireSignalEndpoint(context.queries, id)
    await disableActionSets(context, { sourceId: id })
    await deleteSignalEndpointRow(context.queries, id)
    context.record({ type: 'signal-endpoint-deleted', preData: { ...endpoint } })
    signalEndpoints.refreshAfter(context)
  })
