/** The instance in figures, and what of it is told to others (nothing). */
export { collectStatistics, type StatisticsSources } from './instance-statistics.ts'
export { instanceStatisticsHttp } from './statistics.http.ts'
export { instanceStatisticsRpc } from './statistics.rpc.ts'
