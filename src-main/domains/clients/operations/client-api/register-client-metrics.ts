import { registerClientMetrics as operation } from '#shared/clients/contract/client-api.ts'
import { buffered } from '#kernel/use-case.ts'
import { takeMetrics, type MetricsServices } from '../../records/client-api/take-metrics.ts'

export const registerClientMetrics = (services: MetricsServices) =>
  buffered(operation, (context, { body }) => takeMetrics(services, context, body))
