import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** How many contexts of an environment are kept, and from when to when they were seen. */
const SeenInEnvironment = z.object({
  environment: z.string(),
  contexts: z.int(),
  /** How often the oldest and the newest of them came, and all between. */
  calls: z.int(),
  oldest: Instant,
  newest: Instant,
})

/** What is kept of the contexts that flags were evaluated for; none of them is in it. */
export const SeenContextsStatus = z
  .object({
    enabled: z.boolean(),
    /** At most so many of each environment; 0: none, whatever `enabled` says. */
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
