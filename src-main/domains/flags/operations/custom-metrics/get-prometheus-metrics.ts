import { getPrometheusMetrics as prometheus } from '../../../../../src-shared/flags/contract/custom-metrics.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { toPrometheusText } from '../../records/custom-metrics/prometheus-text.ts'
import { visibleTo } from '../../records/custom-metrics/visible-metrics.ts'

export const getPrometheusMetrics = ({ customMetrics }: { customMetrics: CustomMetricLog }) =>
  query(prometheus, async (context) => toPrometheusText(customMetrics.read(context.now, visibleTo(context))))
