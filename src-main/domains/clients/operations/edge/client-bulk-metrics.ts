import { clientBulkMetrics as operation } from '../../../../../src-shared/clients/contract/edge.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { takeBulkMetrics } from '../../records/edge/take-bulk-metrics.ts'

export const clientBulkMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(operation, (context, { body }) => takeBulkMetrics(clientApi, context, body))
