import { z } from 'zod'

import { ImpactMetric } from './impact-metric.ts'
import { Instant, InstantOrEpoch } from '../../schemas/scalars.ts'
import { ALL, FEW, MANY, mapOf, ReportedName } from '../../schemas/bounded.ts'

/**
 * Counts of a flag's evaluations, on and off, in one hour and environment. `appName`: the counts of one
 * application.
 */
export const HourMetrics = z
  .object({
    featureName: z.string().optional(),
    appName: z.string().optional(),
    environment: z.string(),
    timestamp: Instant,
    yes: z.int(),
    no: z.int(),
    variants: z.record(z.string(), z.int()).optional(),
  })
  .meta({ id: 'featureEnvironmentMetricsSchema' })
export type HourMetrics = z.output<typeof HourMetrics>

const maturity = z.literal('stable')
const version = z.literal(1)

/** The last hour of a flag, and who asked for it (docs/contract/clients.md#applications). */
export const FeatureUsage = z
  .object({
    version,
    maturity,
    featureName: z.string(),
    lastHourUsage: z.array(HourMetrics),
    seenApplications: z.array(z.string()),
  })
  .meta({ id: 'featureUsageSchema' })

/**
 * Every hour of a flag, per environment and application, with zeros where nothing was reported (recorded exchange
 * metrics/feature-usage-raw).
 */
export const FeatureMetrics = z
  .object({ version, maturity, data: z.array(HourMetrics) })
  .meta({ id: 'featureMetricsSchema' })

const Count = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round)

/**
 * Metrics that a proxy has collected from the SDKs behind it
 * (docs/contract/clients.md#registration-and-metrics).
 */
export const BulkMetrics = z
  .object({
    applications: z
      .array(
        z.object({
          appName: ReportedName.min(1),
          environment: ReportedName,
          instanceId: ReportedName,
          connectVia: z
            .array(z.object({ appName: ReportedName, instanceId: ReportedName }))
            .max(FEW)
            .nullish(),
          interval: z.number().min(0).nullish(),
          projects: z.array(ReportedName).max(ALL).nullish(),
          sdkType: z.enum(['frontend', 'backend']).nullish(),
          sdkVersion: ReportedName.nullish(),
          started: InstantOrEpoch.nullish(),
          strategies: z.array(ReportedName).max(MANY).nullish(),
        }),
      )
      .max(ALL),
    metrics: z
      .array(
        z.object({
          featureName: ReportedName.min(1),
          appName: ReportedName.min(1),
          environment: ReportedName,
          timestamp: InstantOrEpoch.nullish(),
          yes: Count.nullish(),
          no: Count.nullish(),
          variants: mapOf(ReportedName, Count, MANY).nullish(),
        }),
      )
      .max(ALL),
    impactMetrics: z.array(ImpactMetric).max(MANY).optional(),
  })
  .meta({ id: 'bulkMetricsSchema' })
export type BulkMetrics = z.output<typeof BulkMetrics>

/** Numbers of the user's own, by name and labels. */
export const CustomMetrics = z
  .object({
    metrics: z
      .array(
        z.object({
          name: z.string().min(1).max(200),
          value: z.number(),
          labels: mapOf(ReportedName, ReportedName, FEW).optional(),
        }),
      )
      .max(1000),
  })
  .meta({ id: 'customMetricsSchema' })
export type CustomMetric = z.output<typeof CustomMetrics>['metrics'][number]

export const StoredCustomMetrics = z.object({
  metrics: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      labels: z.record(z.string(), z.string()).optional(),
      timestamp: Instant,
    }),
  ),
  count: z.int(),
  metricNames: z.array(z.string()),
})
export type StoredCustomMetrics = z.output<typeof StoredCustomMetrics>
