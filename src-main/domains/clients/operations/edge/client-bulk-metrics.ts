import { clientBulkMetrics as operation } from '../../../../../src-shared/clients/contract/edge.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../records/client-api/client-api.ts'
import { recordBulkMetrics } from '../../records/edge/record-bulk-metrics.ts'

export const clientBulkMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(operation, (context, { body }) => recordBulkMetrics(clientApi, context, body))
