import { getInstanceAdminStatsCsv as csv } from '#shared/instance/contract/instance-statistics.ts'
import { query } from '#kernel/use-case.ts'
import {
  collectStatistics,
  type StatisticsSources,
} from '../../records/instance-statistics/instance-statistics.ts'

export const getInstanceAdminStatsCsv = (sources: StatisticsSources) =>
  query(csv, (context) => collectStatistics(sources, context))
