import { registerEdgeMetrics as metrics } from '#shared/versions/contract/former/clients.ts'
import { buffered } from '#kernel/use-case.ts'
import type { MetricsServices } from '#domains/clients/records/client-api/take-metrics.ts'
import { takeBulkMetrics } from '#domains/clients/records/edge/take-bulk-metrics.ts'

export const registerEdgeMetrics = (services: MetricsServices) =>
  buffered(metrics, (context, { body }, write) => takeBulkMetrics(services, context, body, write))
