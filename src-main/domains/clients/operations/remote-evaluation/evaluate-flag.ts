import { evaluateFlag as operation } from '#shared/clients/contract/remote-evaluation.ts'
import { query } from '#kernel/use-case.ts'
import type { MetricsServices } from '../../records/client-api/take-metrics.ts'
import { evaluateOneRemotely } from '../../records/remote-evaluation/evaluate-remotely.ts'
import { RemoteUsage } from '../../records/remote-evaluation/remote-usage.ts'

export const evaluateFlag = ({ clientApi, metricsBuffer }: MetricsServices) => {
  const usage = new RemoteUsage(metricsBuffer)
  return query(operation, (context, { params: { key }, body }) =>
    evaluateOneRemotely(clientApi, context, { key, body, usage }),
  )
}
