import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** Number of stored contexts of an environment, and the time range in which they were seen. */
const SeenInEnvironment = z.object({
  environment: z.string(),
  contexts: z.int(),
  /** Number of requests with these contexts. */
  calls: z.int(),
  oldest: Instant,
  newest: Instant,
})

/** Status of the stored contexts that flags were evaluated for. It contains no context. */
export const SeenContextsStatus = z
  .object({
    enabled: z.boolean(),
    /** Maximum number of contexts per environment. 0: none, whatever `enabled` says. */
    limit: z.int(),
    retentionDays: z.int(),
    environments: z.array(SeenInEnvironment),
  })
  .meta({ id: 'seenContextsSchema' })
export type SeenContextsStatus = z.output<typeof SeenContextsStatus>

export const SeenContextsSettings = z
  .object({ enabled: z.boolean() })
  .meta({ id: 'seenContextsSettingsSchema' })
export type SeenContextsSettings = z.output<typeof SeenContextsSettings>
