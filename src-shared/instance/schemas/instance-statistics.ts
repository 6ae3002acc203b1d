import { z } from 'zod'

import { Instant } from '#shared/schemas/scalars.ts'

const count = z.int().min(0)

/** Figures of the instance: its contents and users (docs/contract/instance.md#statistics). */
export const InstanceStatistics = z
  .object({
    timestamp: Instant,
    instanceId: z.string(),
    versionOSS: z.string(),
    versionEnterprise: z.string(),
    users: count,
    serviceAccounts: count,
    apiTokens: z.object({ client: count, admin: count, frontend: count, backend: count.optional() }),
    activeUsers: z.object({ last7: count, last30: count, last60: count, last90: count }),
    licensedUsers: count,
    featureToggles: count,
    archivedFeatureToggles: count,
    projects: count,
    contextFields: count,
    roles: count,
    customRootRoles: count,
    customRootRolesInUse: count,
    groups: count,
    environments: count,
    segments: count,
    strategies: count,
    SAMLenabled: z.boolean(),
    OIDCenabled: z.boolean(),
    passwordAuthEnabled: z.boolean(),
    SCIMenabled: z.boolean(),
    clientApps: z.array(z.object({ range: z.enum(['7d', '30d', 'allTime']), count })),
    featureExports: count,
    featureImports: count,
    productionChanges: z.object({ last30: count, last60: count, last90: count }),
    previousDayMetricsBucketsCount: z.object({ enabledCount: count, variantCount: count }),
    maxEnvironmentStrategies: count,
    maxConstraintValues: count,
    maxConstraints: count,
    releaseTemplates: count,
    releasePlans: count,
    /** By month, `2026-11`. */
    edgeInstanceUsage: z.record(z.string(), z.number().min(0)),
    readOnlyUsers: count,
    /** SHA-256, in hex, of all the rest: figures that were copied can be told to be whole. */
    sum: z.string(),
  })
  .meta({ id: 'instanceAdminStatsSchema' })
export type InstanceStatistics = z.output<typeof InstanceStatistics>

/**
 * Formats statistics as CSV: one line of names, one of values. A value that is not a scalar is written as
 * JSON (recorded exchange instance/instance-statistics-csv).
 */
export function statisticsCsv(statistics: InstanceStatistics): string {
  const names = Object.keys(statistics).map(quote)
  const values = Object.values(statistics).map((value) =>
    typeof value === 'string'
      ? quote(value)
      : typeof value === 'object'
        ? quote(JSON.stringify(value))
        : String(value),
  )
  return `${names.join(',')}\n${values.join(',')}`
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
