import { getSenderSecrets as operation } from '#shared/signals/contract/signal-endpoints.ts'
import type { Sealer } from '#kernel/sealer.ts'
import { query } from '#kernel/use-case.ts'
import { toSenderSecret } from '../../records/signal-endpoints/sender-secret.ts'
import { readSenderSecretsOf } from '../../records/signal-endpoints/sender-secrets.store.ts'
import { requireSignalEndpoint } from '../../records/signal-endpoints/signal-endpoint.ts'

export const getSenderSecrets = ({ sealer }: { sealer: Sealer }) =>
  query(operation, async ({ queries }, { params }) => {
    const { id } = await requireSignalEndpoint(queries, params.signalEndpointId)
    const stored = await readSenderSecretsOf(queries, id)
    return { senderSecrets: stored.map((one) => toSenderSecret(sealer, one)) }
  })
