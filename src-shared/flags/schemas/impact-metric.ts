import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { AGGREGATION_MODES, TIME_RANGES } from './safeguard.ts'
import { FEW, MANY, mapOf, Prose, ReportedName } from '../../schemas/bounded.ts'

export const METRIC_TYPES = ['counter', 'gauge', 'histogram'] as const
export type MetricType = (typeof METRIC_TYPES)[number]

const labels = mapOf(ReportedName, z.union([ReportedName, z.number()]), FEW).optional()
const described = { name: ReportedName, help: Prose }

/** Values that an application measures itself, as SDKs send them (docs/contract/clients.md#impact-metrics). */
export const ImpactMetric = z
  .union([
    z.object({
      ...described,
      type: z.enum(['counter', 'gauge']),
      samples: z.array(z.object({ labels, value: z.number() })).max(MANY),
    }),
    z.object({
      ...described,
      type: z.literal('histogram'),
      samples: z
        .array(
          z.object({
            labels,
            count: z.number(),
            sum: z.number(),
            buckets: z
              .array(z.object({ le: z.union([z.number(), z.literal('+Inf')]), count: z.number() }))
              .max(MANY),
          }),
        )
        .max(MANY),
    }),
  ])
  .meta({ id: 'impactMetricsSchema' })
export type ImpactMetric = z.output<typeof ImpactMetric>

export const STEPS = ['1m', '15m', '3h', '1d'] as const
export type StepName = (typeof STEPS)[number]

const labelSelectors = mapOf(z.string().max(200), z.array(z.string().max(200)).max(100), FEW)
const shown = {
  metricName: z.string().min(1).max(200),
  timeRange: z.enum(TIME_RANGES),
  yAxisMin: z.enum(['auto', 'zero']),
  aggregationMode: z.enum(AGGREGATION_MODES),
  labelSelectors,
}

/** A chart as sent. With the id of a chart it replaces that chart. */
export const CreateImpactChart = z
  .object({ ...shown, id: ReportedName.optional(), title: z.string().max(200).optional() })
  .meta({ id: 'createImpactMetricsConfigSchema' })
export type CreateImpactChart = z.output<typeof CreateImpactChart>

/** A chart of an impact metric (docs/contract/clients.md#impact-metrics). */
export const ImpactChart = z
  .object({
    ...shown,
    id: z.string(),
    type: z.enum([...METRIC_TYPES, 'unknown']),
    displayName: z.string(),
    title: z.string().optional(),
    step: z.enum(STEPS).nullable().optional(),
  })
  .meta({ id: 'impactMetricsConfigSchema' })
export type ImpactChart = z.output<typeof ImpactChart>

export const ImpactCharts = z
  .object({ configs: z.array(ImpactChart) })
  .meta({ id: 'impactMetricsConfigListSchema' })

export const PlausibleMetrics = z
  .object({ data: z.array(z.object({ count: z.number(), date: z.string() })) })
  .meta({ id: 'plausibleMetricsResponseSchema' })

/** The impact metrics that applications report, with the values of their labels. */
export const ReportedImpactMetrics = z.object({
  metrics: z.array(
    z.object({
      name: z.string(),
      type: z.enum(METRIC_TYPES),
      help: z.string(),
      environments: z.array(z.string()),
      labels: z.record(z.string(), z.array(z.string())),
      seenAt: Instant,
    }),
  ),
  /** Distinct combinations of labels: kept, and the most that are kept. */
  series: z.int(),
  mostSeries: z.int(),
})
export type ReportedImpactMetrics = z.output<typeof ReportedImpactMetrics>

/** The values of a metric over time: a line for each combination of the chosen labels. */
export const ImpactSeries = z.object({
  step: z.enum(STEPS),
  start: Instant,
  end: Instant,
  lines: z.array(
    z.object({
      labels: z.record(z.string(), z.string()),
      points: z.array(z.object({ at: Instant, value: z.number() })),
    }),
  ),
  /** Lines left out, beyond the first ones. */
  more: z.int(),
})
export type ImpactSeries = z.output<typeof ImpactSeries>
