import { statisticsCsv } from '../../../../../src-shared/instance/statistics-csv.ts'
import { bind, type Reply } from '../../../../transport/http/bind.ts'
import type { StatisticsSources } from '../../records/instance-statistics/instance-statistics.ts'
import { getInstanceAdminStats } from './get-instance-admin-stats.ts'
import { getInstanceAdminStatsCsv } from './get-instance-admin-stats-csv.ts'
import { getTelemetrySettings } from './get-telemetry-settings.ts'

export const instanceStatisticsHttp = (sources: StatisticsSources) => [
  bind(getInstanceAdminStats(sources)),
  bind(getInstanceAdminStatsCsv(sources), {
    reply: (statistics): Reply => ({
      status: 200,
      bytes: Buffer.from(statisticsCsv(statistics)),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="unleash-${statistics.instanceId}-${Date.parse(statistics.timestamp)}.csv"`,
      },
    }),
  }),
  bind(getTelemetrySettings),
]
