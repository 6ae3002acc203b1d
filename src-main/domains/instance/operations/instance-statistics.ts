import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/instance-statistics.ts'
import { collectStatistics, type StatisticsSources } from '../instance-statistics/instance-statistics.ts'

export const getInstanceAdminStats = (sources: StatisticsSources) =>
  query(contract.getInstanceAdminStats, (context) => collectStatistics(sources, context))

export const getInstanceAdminStatsCsv = (sources: StatisticsSources) =>
  query(contract.getInstanceAdminStatsCsv, (context) => collectStatistics(sources, context))

/** Halyard sends nothing to anybody, and has nothing to turn on that would. */
export const getTelemetrySettings = query(contract.getTelemetrySettings, async () => ({
  versionInfoCollectionEnabled: false,
  featureInfoCollectionEnabled: false,
}))
