import { registerFrontendMetrics as operation } from '#shared/clients/contract/frontend-api.ts'
import { buffered } from '#kernel/use-case.ts'
import { takeMetrics, type MetricsServices } from '../../records/client-api/take-metrics.ts'

export const registerFrontendMetrics = (services: MetricsServices) =>
  buffered(operation, async (context, { body }) => {
    await takeMetrics(services, context, body)
    return 'OK' as const
  })
