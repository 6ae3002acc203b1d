import {
  clientCustomMetrics as report,
  getCustomMetrics as read,
  getPrometheusMetrics as prometheus,
} from '../../../src-shared/contract/custom-metrics.ts'
import { query } from '../../kernel/use-case.ts'
import type { CustomMetricLog } from './custom-metric-log.ts'
import { toPrometheusText } from './prometheus-text.ts'

/** Exchange 548. Nothing is written to the store. */
export const clientCustomMetrics = (log: CustomMetricLog) =>
  query(report, async ({ now }, { body }) => log.add(body.metrics, now))

/** Exchange 549. */
export const getCustomMetrics = (log: CustomMetricLog) => query(read, async ({ now }) => log.read(now))

export const getPrometheusMetrics = (log: CustomMetricLog) =>
  query(prometheus, async ({ now }) => toPrometheusText(log.read(now)))
