import { bind } from '../../../../transport/http/bind.ts'
import type { TokenDirectory } from '../../../access/records/api-tokens/token-directory.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { clientBulkMetrics } from './client-bulk-metrics.ts'
import { edgeCreateOrReturnTokens } from './edge-create-or-return-tokens.ts'
import { getValidTokens } from './get-valid-tokens.ts'
import type { EdgeGate } from '../../records/edge/hmac.ts'

export const edgeHttp = (tokens: TokenDirectory, api: ClientApi, gate: EdgeGate) => [
  bind(getValidTokens(tokens)),
  bind(edgeCreateOrReturnTokens(tokens, gate)),
  bind(clientBulkMetrics(api)),
]
