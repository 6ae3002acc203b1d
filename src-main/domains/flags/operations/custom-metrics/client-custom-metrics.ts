import { clientCustomMetrics as report } from '#shared/flags/contract/custom-metrics.ts'
import { compositeKey } from '#shared/composite-key.ts'
import { bytesOfRow, reporterOf } from '#kernel/report-allowance.ts'
import { mutation } from '#kernel/use-case.ts'
import { toJson } from '#store/json.ts'
import type { ClientApi } from '#domains/clients/records/client-api/client-api.ts'
import type { CustomMetricBound } from '../../records/custom-metrics/custom-metric-bound.ts'
import { boundCustomMetrics, writeCustomMetrics } from '../../records/custom-metrics/custom-metrics.store.ts'

/** Takes the numbers of an application, with the reach of its token and within its allowance. They are kept for an hour. */
export const clientCustomMetrics = ({
  customMetricBound,
  clientApi,
}: {
  customMetricBound: CustomMetricBound
  clientApi: ClientApi
}) =>
  mutation(report, async (context, { body: { metrics } }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    const isToken = context.caller.actor.kind === 'backend-token'
    const scope = isToken ? { environment, projects } : { projects }
    const { queries, now, caller } = context
    const reporter = reporterOf(caller.actor)
    const minute = now.toISOString().slice(0, 16)
    const kept = metrics.filter(({ name, labels = {} }) => {
      const key = compositeKey(name, toJson(labels))
      return clientApi.allowance.admitsOnce(reporter, 'metric', compositeKey(minute, key), bytesOfRow(key))
    })
    await writeCustomMetrics(queries, kept, now, scope)
    const isDue = customMetricBound.isDue(metrics.length)
    if (isDue) await boundCustomMetrics(queries, now)
    context.onCommit(() => customMetricBound.note(metrics.length, isDue))
  })
