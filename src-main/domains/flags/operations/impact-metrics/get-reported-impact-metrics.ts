import { getReportedImpactMetrics as read } from '#shared/flags/contract/impact-metrics.ts'
import { query } from '#kernel/use-case.ts'
import { describeMetrics } from '../../records/impact-metrics/describe-metrics.ts'
import { readSeries } from '../../records/impact-metrics/impact-metrics.store.ts'
import { MAX_SERIES } from '../../records/impact-metrics/record-impact-metrics.ts'

export const getReportedImpactMetrics = query(read, async ({ queries }) => {
  const series = await readSeries(queries)
  return { metrics: describeMetrics(series), series: series.length, mostSeries: MAX_SERIES }
})
