import { clientBulkMetrics as operation } from '../../../../../src-shared/contract/edge.ts'
import type { BulkMetrics } from '../../../../../src-shared/schemas/metrics.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { registerBulk } from '../../../flags/records/metrics/register-bulk.ts'

export const clientBulkMetrics = (api: ClientApi) =>
  mutation(operation, (context, { body }) => takeBulkMetrics(api, context, body))

/** Takes what a proxy reports, as far as its token opens it (docs/contract/clients.md#registration-and-metrics). */
export async function takeBulkMetrics(
  api: ClientApi,
  context: MutationContext,
  metrics: BulkMetrics,
): Promise<void> {
  const scope = await api.scopeOf(context)
  await registerBulk(context, metrics, {
    environment: context.caller.actor.kind === 'backend-token' ? scope.environment : undefined,
    projects: scope.projects,
  })
}
