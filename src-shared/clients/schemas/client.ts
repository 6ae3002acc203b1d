import { z } from 'zod'

import { Constraint } from '../../flags/schemas/constraint.ts'
import { InstantOrEpoch } from '../../schemas/scalars.ts'
import { ImpactMetric } from '../../flags/schemas/impact-metric.ts'
import { EnvironmentVariant, StrategyVariant } from '../../flags/schemas/variant.ts'
import { ALL, Line, MANY, mapOf, ReportedName, withMost } from '../../schemas/bounded.ts'

/**
 * Application registration by an SDK (docs/contract/clients.md#registration-and-metrics). Its environment is that of
 * the token (document: Authentication 5).
 */
export const RegisterApplication = z
  .object({
    appName: ReportedName.min(1),
    instanceId: ReportedName.optional(),
    connectionId: ReportedName.nullish(),
    sdkVersion: ReportedName.nullish(),
    strategies: z.array(ReportedName).max(MANY),
    started: InstantOrEpoch,
    interval: z.number().min(0),
    platformName: ReportedName.nullish(),
    platformVersion: ReportedName.nullish(),
    specVersion: ReportedName.nullish(),
  })
  .meta({ id: 'clientApplicationSchema' })
export type RegisterApplication = z.output<typeof RegisterApplication>

/** Count, rounded to an integer: SDKs that sample may send fractions. */
const Count = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round)

const ToggleMetrics = z.object({
  yes: Count.optional(),
  no: Count.optional(),
  variants: mapOf(ReportedName, Count, MANY).nullish(),
})

/** Counts of an SDK since its last report (docs/contract/clients.md#registration-and-metrics). */
export const ClientMetrics = z
  .object({
    appName: ReportedName.min(1),
    instanceId: ReportedName.optional(),
    bucket: z.object({
      start: InstantOrEpoch,
      stop: InstantOrEpoch,
      toggles: mapOf(ReportedName, ToggleMetrics, ALL),
    }),
    impactMetrics: z.array(ImpactMetric).max(MANY).optional(),
  })
  .meta({ id: 'clientMetricsSchema' })
export type ClientMetrics = z.output<typeof ClientMetrics>

/** A flag as SDKs get it (docs/contract/clients.md#client-features). */
export const ClientFeature = z
  .object({
    name: z.string(),
    type: z.string(),
    enabled: z.boolean(),
    project: z.string(),
    stale: z.boolean(),
    strategies: z.array(
      z.object({
        name: z.string(),
        constraints: z.array(Constraint),
        parameters: z.record(z.string(), z.string()),
        variants: z.array(StrategyVariant),
        segments: z.array(z.int()).optional(),
      }),
    ),
    variants: z.array(EnvironmentVariant),
    description: z.string().nullable(),
    impressionData: z.boolean(),
    dependencies: z
      .array(
        z.object({ feature: z.string(), enabled: z.boolean(), variants: z.array(z.string()).optional() }),
      )
      .optional(),
  })
  .meta({ id: 'clientFeatureSchema' })
export type ClientFeature = z.output<typeof ClientFeature>

/** GET /api/client/features (docs/contract/clients.md#client-features). */
export const ClientFeatures = z
  .object({
    version: z.literal(2),
    features: z.array(ClientFeature),
    query: z.record(z.string(), z.unknown()),
    segments: z
      .array(z.object({ id: z.int(), name: z.string(), constraints: z.array(Constraint) }))
      .optional(),
    meta: z.object({ revisionId: z.int(), etag: z.string(), queryHash: z.string() }),
  })
  .meta({ id: 'clientFeaturesSchema' })

/**
 * The evaluation context of the frontend API; unknown root fields become properties
 * (docs/contract/clients.md#frontend-api).
 */
export const FrontendContext = withMost(
  z.object({ properties: mapOf(Line, z.unknown(), MANY).optional() }).catchall(z.unknown()),
  MANY,
)

/** A flag that is on, as the frontend API answers it (docs/contract/clients.md#frontend-api). */
export const FrontendToggle = z
  .object({
    name: z.string(),
    /** false only for those who ask for reasons. */
    enabled: z.boolean(),
    impressionData: z.boolean(),
    variant: z.object({
      name: z.string(),
      enabled: z.boolean(),
      payload: z.object({ type: z.string(), value: z.string() }).optional(),
      feature_enabled: z.boolean(),
      featureEnabled: z.boolean(),
    }),
    reason: z.string().optional(),
    openFeatureReason: z.string().optional(),
  })
  .meta({ id: 'frontendApiFeatureSchema' })
export type FrontendToggle = z.output<typeof FrontendToggle>

const DeltaSegment = z.object({ id: z.int(), name: z.string(), constraints: z.array(Constraint) })

/** One change for an SDK to apply to what it has (docs/contract/clients.md#deltas-and-streams). */
export const DeltaEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('hydration'),
      eventId: z.int(),
      features: z.array(ClientFeature),
      segments: z.array(DeltaSegment),
    }),
    z.object({ type: z.literal('feature-updated'), eventId: z.int(), feature: ClientFeature }),
    z.object({
      type: z.literal('feature-removed'),
      eventId: z.int(),
      featureName: z.string(),
      project: z.string(),
    }),
    z.object({ type: z.literal('segment-updated'), eventId: z.int(), segment: DeltaSegment }),
    z.object({ type: z.literal('segment-removed'), eventId: z.int(), segmentId: z.int() }),
  ])
  .meta({ id: 'clientFeaturesDeltaEventSchema' })
export type DeltaEvent = z.output<typeof DeltaEvent>

export const Delta = z.object({ events: z.array(DeltaEvent) }).meta({ id: 'clientFeaturesDeltaSchema' })
export type Delta = z.output<typeof Delta>
