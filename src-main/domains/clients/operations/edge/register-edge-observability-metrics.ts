import { registerEdgeObservabilityMetrics as report } from '#shared/clients/contract/edge-instances.ts'
import { mutation } from '#kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { recordEdgeReport } from '../../records/edge/record-edge-report.ts'

export const registerEdgeObservabilityMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(report, async (context, { body }) =>
    recordEdgeReport(context, body, await clientApi.scopeOf(context), clientApi.allowance),
  )
