import {
  getSignalEndpoints as endpoints,
  getSignalEndpointTokens as tokensOf,
} from '../../../../../src-shared/contract/signal-endpoints.ts'
import { query } from '../../../../kernel/use-case.ts'
import {
  requireSignalEndpoint,
  toSignalEndpoint,
  toSignalToken,
} from '../../records/signal-endpoints/signal-endpoint.ts'
import { readSignalEndpoints } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { readSignalTokens, readSignalTokensOf } from '../../records/signal-endpoints/signal-tokens.store.ts'

/** All endpoints with their tokens (docs/contract/signals.md#endpoints). */
export const getSignalEndpoints = query(endpoints, async ({ queries }) => {
  const tokens = await readSignalTokens(queries)
  const stored = await readSignalEndpoints(queries)
  return { signalEndpoints: stored.map((endpoint) => toSignalEndpoint(endpoint, tokens)) }
})

export const getSignalEndpointTokens = query(tokensOf, async ({ queries }, { params }) => {
  const { id } = await requireSignalEndpoint(queries, params.signalEndpointId)
  return { signalEndpointTokens: (await readSignalTokensOf(queries, id)).map(toSignalToken) }
})
