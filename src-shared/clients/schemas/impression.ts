import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { FEW, MANY, mapOf, ReportedName, withMost } from '../../schemas/bounded.ts'

/**
 * An impression event as an SDK's listener hands it over (document: "Impression event"). What is missing is taken as it
 * is, and warned of: the tap is there to show it.
 */
export const ImpressionInput = withMost(
  z.looseObject({
    featureName: z.string().min(1).max(100),
    eventType: z.string().max(100).nullish(),
    eventId: z.string().max(200).nullish(),
    enabled: z.boolean().nullish(),
    variant: z.string().max(200).nullish(),
    context: mapOf(ReportedName, z.unknown(), MANY).nullish(),
  }),
  FEW,
).meta({ id: 'impressionInputSchema' })
export type ImpressionInput = z.output<typeof ImpressionInput>

export const ImpressionsInput = z
  .union([ImpressionInput, z.array(ImpressionInput).max(1000)])
  .meta({ id: 'impressionsInputSchema' })

/** An impression as kept: what the SDK said, what it forgot, and why the flag is as it is. */
export const Impression = z
  .object({
    id: z.int(),
    receivedAt: Instant,
    eventType: z.string(),
    eventId: z.string(),
    featureName: z.string(),
    enabled: z.boolean(),
    variant: z.string().nullable(),
    sessionId: z.string().nullable(),
    userId: z.string().nullable(),
    appName: z.string().nullable(),
    environment: z.string(),
    context: z.record(z.string(), z.unknown()),
    /** Reason for the result, by the configuration at that time. */
    reason: z.string(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'impressionSchema' })
export type Impression = z.output<typeof Impression>

/** Impressions over time, in steps of one length. */
export const ImpressionTimeline = z.object({
  minutes: z.int(),
  steps: z.array(z.object({ at: Instant, on: z.int(), off: z.int() })),
})

/** A session, and what it saw. */
export const ImpressionSession = z.object({
  sessionId: z.string().nullable(),
  userId: z.string().nullable(),
  count: z.int(),
  flags: z.int(),
  warnings: z.int(),
  firstAt: Instant,
  lastAt: Instant,
})
export type ImpressionSession = z.output<typeof ImpressionSession>
