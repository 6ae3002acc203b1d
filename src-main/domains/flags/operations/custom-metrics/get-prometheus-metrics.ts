import { getPrometheusMetrics as prometheus } from '#shared/flags/contract/custom-metrics.ts'
import { query } from '#kernel/use-case.ts'
import { readCustomMetrics } from '../../records/custom-metrics/custom-metrics.store.ts'
import { toPrometheusText } from '../../records/custom-metrics/prometheus-text.ts'
import { visibleTo } from '../../records/custom-metrics/visible-metrics.ts'

export const getPrometheusMetrics = query(prometheus, async (context) =>
  toPrometheusText(await readCustomMetrics(context.queries, context.now, visibleTo(context))),
)
