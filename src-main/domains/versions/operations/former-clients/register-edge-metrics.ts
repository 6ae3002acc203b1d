import { registerEdgeMetrics as metrics } from '../../../../../src-shared/versions/contract/former/clients.ts'
import { buffered } from '../../../../kernel/use-case.ts'
import type { MetricsServices } from '../../../clients/records/client-api/take-metrics.ts'
import { takeBulkMetrics } from '../../../clients/records/edge/take-bulk-metrics.ts'

export const registerEdgeMetrics = (services: MetricsServices) =>
  buffered(metrics, (context, { body }, write) => takeBulkMetrics(services, context, body, write))
