import { registerEdgeMetrics as metrics } from '../../../../../src-shared/versions/contract/former/clients.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import { recordBulkMetrics } from '../../../clients/records/edge/record-bulk-metrics.ts'

export const registerEdgeMetrics = ({ clientApi }: { clientApi: ClientApi }) =>
  mutation(metrics, (context, { body }) => recordBulkMetrics(clientApi, context, body))
