import { z } from 'zod'

import { FoundFeature } from '../../flags/schemas/feature-search.ts'

/**
 * Archived flag as former lists returned it (shapes: featureSchema, which v7 still has). Built from the
 * response of the search.
 */
export const ArchivedFeature = FoundFeature.pick({
  name: true,
  type: true,
  description: true,
  project: true,
  favorite: true,
  createdAt: true,
  stale: true,
  archivedAt: true,
  impressionData: true,
  lastSeenAt: true,
})
  .extend({
    archived: z.literal(true),
    environments: z.array(
      FoundFeature.shape.environments.element.pick({ name: true, enabled: true, lastSeenAt: true }),
    ),
  })
  .meta({ id: 'archivedFeatureSchema' })
export type ArchivedFeature = z.output<typeof ArchivedFeature>
