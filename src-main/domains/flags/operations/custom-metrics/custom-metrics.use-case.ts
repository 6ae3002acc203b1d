import {
  clientCustomMetrics as report,
  getCustomMetrics as read,
  getPrometheusMetrics as prometheus,
} from '../../../../../src-shared/contract/custom-metrics.ts'
import { mutation, query, type QueryContext } from '../../../../kernel/use-case.ts'
import type { ClientApi } from '../../../clients/records/client-api/client-api.ts'
import type { CustomMetricLog, ScopeFilter } from '../../records/custom-metrics/custom-metric-log.ts'
import { toPrometheusText } from '../../records/custom-metrics/prometheus-text.ts'

/** Takes the numbers of an application, with the reach of its token. They are kept in memory alone. */
export const clientCustomMetrics = (log: CustomMetricLog, api: ClientApi) =>
  mutation(report, async (context, { body }) => {
    const { environment, projects } = await api.scopeOf(context)
    const isToken = context.caller.actor.kind === 'backend-token'
    const scope = isToken ? { environment, projects } : { projects }
    context.onCommit(() => log.add(body.metrics, context.now, scope))
  })

export const getCustomMetrics = (log: CustomMetricLog) =>
  query(read, async (context) => log.read(context.now, visibleTo(context)))

export const getPrometheusMetrics = (log: CustomMetricLog) =>
  query(prometheus, async (context) => toPrometheusText(log.read(context.now, visibleTo(context))))

/** Hides what tokens of private projects alone have reported. */
const visibleTo =
  ({ hidden }: QueryContext): ScopeFilter =>
  ({ projects }) =>
    projects.some((project) => !hidden.has(project))
