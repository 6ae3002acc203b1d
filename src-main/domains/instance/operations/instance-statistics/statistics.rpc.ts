import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { StatisticsSources } from '../../records/instance-statistics/instance-statistics.ts'
import { getInstanceAdminStats } from './get-instance-admin-stats.ts'

export const instanceStatisticsRpc = (sources: StatisticsSources) =>
  router({ get: queryOf(getInstanceAdminStats(sources)) })
