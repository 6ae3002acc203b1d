import { z } from 'zod'
import { FEW, mapOf, Name } from '../../schemas/bounded.ts'

export const TIME_RANGES = ['hour', 'day', 'week', 'month'] as const
export const AGGREGATION_MODES = ['rps', 'count', 'avg', 'sum', 'p95', 'p99', 'p50'] as const

const impactMetric = {
  metricName: Name.min(1),
  timeRange: z.enum(TIME_RANGES),
  aggregationMode: z.enum(AGGREGATION_MODES),
  labelSelectors: mapOf(Name, z.array(Name).max(FEW), FEW),
}
const source = z.enum(['internal', 'external'])

export const TriggerCondition = z
  .object({ operator: z.enum(['>', '<']), threshold: z.number() })
  .meta({ id: 'safeguardTriggerConditionSchema' })

/** A safeguard as sent (docs/contract/releases.md#shapes): when a metric passes a threshold, a release is held up. */
export const CreateSafeguard = z
  .object({
    impactMetric: z.object({ ...impactMetric, source: source.optional() }),
    triggerCondition: TriggerCondition,
  })
  .meta({ id: 'createSafeguardSchema' })
export type CreateSafeguard = z.output<typeof CreateSafeguard>

const stored = {
  id: z.string(),
  impactMetric: z.object({ id: z.string(), ...impactMetric, source }),
  triggerCondition: TriggerCondition,
}

/** The automatic progression of the plan pauses. */
export const ReleasePlanSafeguard = z
  .object({
    ...stored,
    action: z.object({ type: z.literal('pauseReleasePlanProgressions'), id: z.string() }),
  })
  .meta({ id: 'releasePlanSafeguardSchema' })
export type ReleasePlanSafeguard = z.output<typeof ReleasePlanSafeguard>

/** The flag is disabled in the environment. */
export const FeatureEnvironmentSafeguard = z
  .object({
    ...stored,
    action: z.object({
      type: z.literal('disableFeatureEnvironment'),
      featureName: z.string(),
      environment: z.string(),
      project: z.string(),
    }),
  })
  .meta({ id: 'featureEnvironmentSafeguardSchema' })
export type FeatureEnvironmentSafeguard = z.output<typeof FeatureEnvironmentSafeguard>
