import { getTelemetrySettings as telemetry } from '#shared/instance/contract/instance-statistics.ts'
import { query } from '#kernel/use-case.ts'

/** Halyard sends nothing to anybody, and has nothing to turn on that would. */
export const getTelemetrySettings = query(telemetry, async () => ({
  versionInfoCollectionEnabled: false,
  featureInfoCollectionEnabled: false,
}))
