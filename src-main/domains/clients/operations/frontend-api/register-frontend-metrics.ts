import { registerFrontendMetrics as metrics } from '../../../../../src-shared/clients/contract/frontend-api.ts'
import { batched } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { draftReport, sizeOfReport, writeReports } from '../../records/client-api/metrics-intake.ts'

export const registerFrontendMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  batched(metrics, {
    draft: (context, { body }) => draftReport(clientApi, context, body),
    writeAll: writeReports,
    sizeOf: sizeOfReport,
    conclude: () => 'OK' as const,
  })
