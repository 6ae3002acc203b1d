import { edgeInstanceHeartbeat as heartbeat } from '#shared/clients/contract/edge-instances.ts'
import { query } from '#kernel/use-case.ts'

/** Tells an Edge instance that it may run: nothing is locked here (docs/contract/clients.md#edge-heartbeat). */
export const edgeInstanceHeartbeat = query(heartbeat, async () => ({ edgeLicenseState: 'Valid' as const }))
