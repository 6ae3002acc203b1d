import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

export const FailingAddons = z
  .object({
    failing: z.array(
      z.object({
        id: z.int(),
        provider: z.string(),
        description: z.string().nullable(),
        /** Deliveries that failed since the last that did not. */
        failures: z.int(),
        lastAt: Instant,
      }),
    ),
  })
  .meta({ id: 'failingAddonsSchema' })
