import { bind } from '../../transport/http/bind.ts'
import type { TokenDirectory } from '../api-tokens/index.ts'
import type { ClientApi } from '../client-api/index.ts'
import { clientBulkMetrics } from './client-bulk-metrics.use-case.ts'
import { edgeCreateOrReturnTokens, getValidTokens } from './edge-tokens.use-case.ts'
import type { EdgeGate } from './hmac.ts'

export const edgeHttp = (tokens: TokenDirectory, api: ClientApi, gate: EdgeGate) => [
  bind(getValidTokens(tokens)),
  bind(edgeCreateOrReturnTokens(tokens, gate)),
  bind(clientBulkMetrics(api)),
]
