import { getSignalEndpoints as endpoints } from '#shared/signals/contract/signal-endpoints.ts'
import { query } from '#kernel/use-case.ts'
import { toSignalEndpoint } from '../../records/signal-endpoints/signal-endpoint.ts'
import { readSignalEndpoints } from '../../records/signal-endpoints/signal-endpoints.store.ts'
import { readSignalTokens } from '../../records/signal-endpoints/signal-tokens.store.ts'

/** All endpoints with their tokens (docs/contract/signals.md#endpoints). */
export const getSignalEndpoints = query(endpoints, async ({ queries }) => {
  const tokens = await readSignalTokens(queries)
  const stored = await readSignalEndpoints(queries)
  return { signalEndpoints: stored.map((endpoint) => toSignalEndpoint(endpoint, tokens)) }
})
