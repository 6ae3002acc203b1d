import type { ClientApi } from '#domains/clients/client-api/client-api.ts'
import { mutation, query, type QueryContext } from '#kernel/use-case.ts'
import { bytesOfRow, reporterOf } from '#runtime/report-allowance.ts'
import { compositeKey } from '#shared/composite-key.ts'
import * as contract from '#shared/flags/contract/custom-metrics.ts'
import { toJson } from '#store/json.ts'
import type { CustomMetricBound, ScopeFilter } from '../custom-metrics/metric-scope.ts'
import {
  boundCustomMetrics,
  readCustomMetrics,
  writeCustomMetrics,
} from '../custom-metrics/custom-metrics.store.ts'
import { toPrometheusText } from '../custom-metrics/prometheus-text.ts'

/** Takes the numbers of an application, with the reach of its token and within its allowance. They are kept for an hour. */
export const clientCustomMetrics = ({
  customMetricBound,
  clientApi,
}: {
  customMetricBound: CustomMetricBound
  clientApi: ClientApi
}) =>
  mutation(contract.clientCustomMetrics, async (context, { body: { metrics } }) => {
    const { environment, projects } = await clientApi.scopeOf(context)
    const isToken = context.caller.actor.kind === 'backend-token'
    const scope = isToken ? { environment, projects } : { projects }
    const { everything, now, caller } = context
    const reporter = reporterOf(caller.actor)
    const minute = now.toISOString().slice(0, 16)
    const kept = metrics.filter(({ name, labels = {} }) => {
      const key = compositeKey(name, toJson(labels))
      return clientApi.allowance.admitsOnce(reporter, 'metric', compositeKey(minute, key), bytesOfRow(key))
    })
    await writeCustomMetrics(everything, kept, now, scope)
    const isDue = customMetricBound.isDue(metrics.length)
    if (isDue) await boundCustomMetrics(everything, now)
    context.onCommit(() => customMetricBound.note(metrics.length, isDue))
  })

/** Hides what tokens of private projects alone have reported. */
const visibleTo =
  ({ hidden }: QueryContext): ScopeFilter =>
  ({ projects }) =>
    projects.some((project) => !hidden.has(project))

export const getCustomMetrics = query(contract.getCustomMetrics, async (context) =>
  readCustomMetrics(context.visible, context.now, visibleTo(context)),
)

export const getPrometheusMetrics = query(contract.getPrometheusMetrics, async (context) =>
  toPrometheusText(await readCustomMetrics(context.visible, context.now, visibleTo(context))),
)
