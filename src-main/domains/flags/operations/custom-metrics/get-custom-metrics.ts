import { getCustomMetrics as read } from '../../../../../src-shared/flags/contract/custom-metrics.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { CustomMetricLog } from '../../records/custom-metrics/custom-metric-log.ts'
import { visibleTo } from '../../records/custom-metrics/visible-metrics.ts'

export const getCustomMetrics = ({ customMetrics }: { customMetrics: CustomMetricLog }) =>
  query(read, async (context) => customMetrics.read(context.now, visibleTo(context)))
