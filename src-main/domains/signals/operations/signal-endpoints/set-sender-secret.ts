import { setSenderSecret as operation } from '#shared/signals/contract/signal-endpoints.ts'
import type { Sealer } from '#kernel/sealer.ts'
import { mutation } from '#kernel/use-case.ts'
import { sealSenderSecret, toSenderSecret } from '../../records/signal-endpoints/sender-secret.ts'
import { writeSenderSecret } from '../../records/signal-endpoints/sender-secrets.store.ts'
import type { SignalEndpointDirectory } from '../../records/signal-endpoints/signal-endpoint-directory.ts'
import { requireSignalToken, toSignalToken } from '../../records/signal-endpoints/signal-endpoint.ts'

/** Sets the secret that a sender chose itself. Its signatures count from the response on; those of a former secret no longer. */
export const setSenderSecret = ({
  signalEndpoints,
  sealer,
}: {
  signalEndpoints: SignalEndpointDirectory
  sealer: Sealer
}) =>
  mutation(operation, async (context, { params, body: { secret } }) => {
    const { endpoint, token } = await requireSignalToken(context.queries, params)
    const stored = {
      tokenId: token.id,
      sealed: sealSenderSecret(sealer, secret),
      setAt: context.now.toISOString(),
    }
    await writeSenderSecret(context.queries, stored)
    const data = { ...toSignalToken(token), signalEndpoint: endpoint.name }
    context.record({ type: 'signal-sender-secret-set', data })
    signalEndpoints.refreshAfter(context)
    return toSenderSecret(sealer, stored)
  })
