import { removeSenderSecret as operation } from '#shared/signals/contract/signal-endpoints.ts'
import { mutation } from '#kernel/use-case.ts'
import { deleteSenderSecretRow } from '../../records/signal-endpoints/sender-secrets.store.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { requireSignalToken, toSignalToken } from '../../records/signal-endpoints/signal-endpoint.ts'

/** Removes the secret that a sender chose itself: its signatures are refused from the response on. */
export const removeSenderSecret = ({ signalEndpoints }: { signalEndpoints: SignalEndpointDirectory }) =>
  mutation(operation, async (context, { params }) => {
    const { endpoint, token } = await requireSignalToken(context.queries, params)
    if (!(await deleteSenderSecretRow(context.queries, token.id))) return
    const preData = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-sender-secret-removed', preData })
    signalEndpoints.refreshAfter(context)
  })
