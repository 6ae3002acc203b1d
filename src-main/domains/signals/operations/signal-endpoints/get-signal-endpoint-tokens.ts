import { getSignalEndpointTokens as tokensOf } from '#shared/signals/contract/signal-endpoints.ts'
import { query } from '#kernel/use-case.ts'
import { requireSignalEndpoint, toSignalToken } from '../../records/signal-endpoints/signal-endpoint.ts'
import { readSignalTokensOf } from '../../records/signal-endpoints/signal-tokens.store.ts'

export const getSignalEndpointTokens = query(tokensOf, async ({ queries }, { params }) => {
  const { id } = await requireSignalEndpoint(queries, params.signalEndpointId)
  return { signalEndpointTokens: (await readSignalTokensOf(queries, id)).map(toSignalToken) }
})
