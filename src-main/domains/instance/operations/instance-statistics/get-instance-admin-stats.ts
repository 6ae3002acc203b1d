import { getInstanceAdminStats as figures } from '#shared/instance/contract/instance-statistics.ts'
import { query } from '#kernel/use-case.ts'
import {
  collectStatistics,
  type StatisticsSources,
} from '../../records/instance-statistics/instance-statistics.ts'

export const getInstanceAdminStats = (sources: StatisticsSources) =>
  query(figures, (context) => collectStatistics(sources, context))
