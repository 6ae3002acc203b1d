import { registerEdgeObservabilityMetrics as report } from '../../../../../src-shared/clients/contract/edge-instances.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { takeEdgeReport } from '../../records/edge/take-edge-report.ts'

export const registerEdgeObservabilityMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(report, async (context, { body }) =>
    takeEdgeReport(context, body, await clientApi.scopeOf(context)),
  )
