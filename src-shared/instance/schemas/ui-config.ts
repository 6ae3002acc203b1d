import { z } from 'zod'

import { Content, Line, Prose } from '#shared/schemas/bounded.ts'
import { Instant } from '#shared/schemas/scalars.ts'

const count = z.int().min(0)

/** Limits of what can be created (docs/contract/limits.md#limits). */
const ResourceLimits = z
  .object({
    segmentValues: count,
    strategySegments: count,
    signalEndpoints: count,
    signalTokensPerEndpoint: count,
    actionSetActions: count,
    actionSetsPerProject: count,
    actionSetFilters: count,
    actionSetFilterValues: count,
    featureEnvironmentStrategies: count,
    constraintValues: count,
    constraints: count,
    environments: count,
    projects: count,
    apiTokens: count,
    segments: count,
    featureFlags: count,
    releaseTemplates: count,
  })
  .meta({ id: 'resourceLimitsSchema' })

const Versions = z.object({ oss: z.string().optional(), enterprise: z.string().optional() })

/** Settings of the instance that pages read first (docs/contract/instance.md#configuration). */
export const UiConfig = z
  .object({
    name: z.string(),
    environment: z.string(),
    version: z.string(),
    versionInfo: z
      .object({
        current: Versions,
        latest: Versions,
        isLatest: z.boolean(),
        instanceId: z.string(),
      })
      .meta({ id: 'versionSchema' }),
    flags: z.record(z.string(), z.boolean()),
    emailEnabled: z.boolean(),
    unleashUrl: z.string(),
    baseUriPath: z.string(),
    authenticationType: z.enum(['open-source', 'hosted', 'enterprise']),
    disablePasswordAuth: z.boolean(),
    maxSessionsCount: z.int(),
    prometheusAPIAvailable: z.boolean(),
    frontendApiOrigins: z.array(z.string()),
    maintenanceMode: z.boolean(),
    resourceLimits: ResourceLimits,
    unleashContext: z.object({ userId: z.int().optional() }),
  })
  .meta({ id: 'uiConfigSchema' })

/** `*`, or origins such as `https://app.example.com`; left out, nothing changes. */
export const SetCors = z
  .object({ frontendApiOrigins: z.array(Line).max(1000).optional() })
  .meta({ id: 'setCorsSchema' })

/** An error that a page met. */
export const RecordUiError = z
  .object({ errorMessage: Prose, errorStack: Content.optional() })
  .meta({ id: 'recordUiErrorSchema' })

/** Feedback of a user: when it was given, and if the user wants to be asked again. */
export const Feedback = z
  .object({
    userId: z.int().optional(),
    feedbackId: z.string(),
    given: Instant.nullable(),
    neverShow: z.boolean(),
  })
  .meta({ id: 'feedbackResponseSchema' })
export type Feedback = z.output<typeof Feedback>

/**
 * Checks whether a text is valid in the list of origins. Valid are `*` for all, and origins as browsers send
 * them, such as `https://app.example.com`: scheme, host, and the port if it is not the default; nothing
 * after.
 */
export function isOrigin(text: string): boolean {
  if (text === '*') return true
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text
}
