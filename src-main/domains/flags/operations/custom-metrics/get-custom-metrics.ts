import { getCustomMetrics as read } from '#shared/flags/contract/custom-metrics.ts'
import { query } from '#kernel/use-case.ts'
import { readCustomMetrics } from '../../records/custom-metrics/custom-metrics.store.ts'
import { visibleTo } from '../../records/custom-metrics/visible-metrics.ts'

export const getCustomMetrics = query(read, async (context) =>
  readCustomMetrics(context.queries, context.now, visibleTo(context)),
)
