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
import type { StoredCustomMetrics } from '#shared/flags/schemas/metrics.ts'

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

/** The newest number of each name and labels in the text form of Prometheus, version 0.0.4. */
function toPrometheusText({ metrics, metricNames }: StoredCustomMetrics): string {
  return metricNames
    .map((name) => {
      const newest = new Map(
        metrics
          .filter((one) => one.name === name)
          .map((one) => [labelText(one.labels), `${one.value} ${Date.parse(one.timestamp)}`]),
      )
      const metric = toName(name)
      const lines = [...newest].map(([labels, value]) => `${metric}${labels} ${value}`)
      return [`# TYPE ${metric} untyped`, ...lines, ''].join('\n')
    })
    .join('')
}

function labelText(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${toName(name)}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.sort().join(',')}}`
}

/** Names have letters, digits and underscores, and no digit first. */
const toName = (text: string) => text.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^(\d)/, '_$1')

const escape = (text: string) => text.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))

export const getPrometheusMetrics = query(contract.getPrometheusMetrics, async (context) =>
  toPrometheusText(await readCustomMetrics(context.visible, context.now, visibleTo(context))),
)
