import type { BulkMetrics } from '../../../../../src-shared/flags/schemas/metrics.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { recordImpactMetrics } from '../../../flags/records/impact-metrics/record-impact-metrics.ts'
import { registerBulk } from '../../../flags/records/metrics/register-bulk.ts'

/** Takes what a proxy reports, as far as its token opens it (docs/contract/clients.md#registration-and-metrics). */
export async function recordBulkMetrics(
  api: ClientApi,
  context: MutationContext,
  metrics: BulkMetrics,
): Promise<void> {
  const scope = await api.scopeOf(context)
  await registerBulk(context, metrics, {
    environment: context.caller.actor.kind === 'backend-token' ? scope.environment : undefined,
    projects: scope.projects,
  })
  await recordImpactMetrics(context, metrics.impactMetrics ?? [], scope)
}
