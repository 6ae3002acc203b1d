import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { Override } from '../../flags/schemas/override.ts'

const Variant = z.object({
  name: z.string(),
  enabled: z.boolean(),
  payload: z.object({ type: z.string(), value: z.string() }).optional(),
  feature_enabled: z.boolean(),
  featureEnabled: z.boolean(),
})

/** Value of a flag for a context, with the reason (docs/architecture.md#reasons). */
export const Explanation = z
  .object({
    flag: z.string(),
    project: z.string().nullable(),
    environment: z.string(),
    /** Time as of which it was evaluated, if the request named one. */
    at: Instant.optional(),
    context: z.record(z.string(), z.unknown()),
    enabled: z.boolean(),
    variant: Variant,
    /** Our word for it, the case it is, and OpenFeature's word. */
    reason: z.string(),
    outcome: z.enum([
      'unknown-flag',
      'archived',
      'disabled',
      'parent',
      'no-strategy-matched',
      'project-default-strategy',
      'enabled-with-variant',
      'enabled-without-variant',
    ]),
    openFeatureReason: z.string(),
    /** Overrides of the flag there, which lie over it (ADR 73). */
    overrides: z.array(Override),
    /** The same in sentences, the decisive one first. */
    explanation: z.array(z.string()),
    /** Every parent, strategy, constraint, segment and the variant, with how it came out. */
    trace: z.unknown(),
  })
  .meta({ id: 'explanationSchema' })
export type Explanation = z.output<typeof Explanation>
