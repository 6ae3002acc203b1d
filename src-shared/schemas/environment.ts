import { z } from 'zod'

/** An environment (semantics.md 3.5, exchange 82). Only the type `production` has a meaning of its own. */
export const Environment = z
  .object({
    name: z.string(),
    type: z.string(),
    sortOrder: z.number(),
    enabled: z.boolean(),
    protected: z.boolean(),
    requiredApprovals: z.number().nullable(),
  })
  .meta({ id: 'environmentSchema' })

/** In the list, with what uses it (exchange 81). */
export const EnvironmentListItem = Environment.extend({
  projectCount: z.number(),
  apiTokenCount: z.number(),
  enabledToggleCount: z.number(),
}).meta({ id: 'environmentListItemSchema' })
export type EnvironmentListItem = z.output<typeof EnvironmentListItem>
