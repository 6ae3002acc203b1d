import { clientBulkMetrics as operation } from '#shared/clients/contract/edge.ts'
import { buffered } from '#kernel/use-case.ts'
import type { MetricsServices } from '../../records/client-api/take-metrics.ts'
import { takeBulkMetrics } from '../../records/edge/take-bulk-metrics.ts'

export const clientBulkMetrics = (services: MetricsServices) =>
  buffered(operation, (context, { body }, write) => takeBulkMetrics(services, context, body, write))
