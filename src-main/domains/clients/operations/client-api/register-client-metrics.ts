import { registerClientMetrics as operation } from '../../../../../src-shared/clients/contract/client-api.ts'
import { batched } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { draftReport, sizeOfReport, writeReports } from '../../records/client-api/metrics-intake.ts'

export const registerClientMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  batched(operation, {
    draft: (context, { body }) => draftReport(clientApi, context, body),
    writeAll: writeReports,
    sizeOf: sizeOfReport,
    conclude: () => undefined,
  })
