import {
  getInstanceAdminStats as figures,
  getInstanceAdminStatsCsv as csv,
  getTelemetrySettings as telemetry,
} from '../../../../../src-shared/contract/instance-statistics.ts'
import { query } from '../../../../kernel/use-case.ts'
import {
  collectStatistics,
  type StatisticsSources,
} from '../../records/instance-statistics/instance-statistics.ts'

export const getInstanceAdminStats = (sources: StatisticsSources) =>
  query(figures, (context) => collectStatistics(sources, context))

export const getInstanceAdminStatsCsv = (sources: StatisticsSources) =>
  query(csv, (context) => collectStatistics(sources, context))

/** Halyard sends nothing to anybody, and has nothing to switch on that would. */
export const getTelemetrySettings = query(telemetry, async () => ({
  versionInfoCollectionEnabled: false,
  featureInfoCollectionEnabled: false,
}))
