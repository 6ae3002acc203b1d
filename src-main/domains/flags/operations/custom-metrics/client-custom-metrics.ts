import { clientCustomMetrics as report } from '../../../../../src-shared/flags/contract/custom-metrics.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'

/** Takes the numbers of an application, with the reach of its token. They are kept in memory alone. */
export const clientCustomMetrics = ({
  customMetrics,
  clientApi,
}: {
  customMetrics: CustomMetricLog
  clientApi: ClientApi
}) =>
  mutation(report, async (context, { body }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    const isToken = context.caller.actor.kind === 'backend-token'
    const scope = isToken ? { environment, projects } : { projects }
    context.onCommit(() => customMetrics.add(body.metrics, context.now, scope))
  })
