import { z } from 'zod'

import { LifecycleStage } from './lifecycle.ts'
import { MilestoneOfEnvironment } from './release-plan.ts'
import { Instant } from '../../schemas/scalars.ts'
import { ColouredTag } from './tag.ts'

/** A flag as the search answers it. */
export const FoundFeature = z
  .object({
    name: z.string(),
    type: z.string(),
    description: z.string().nullable(),
    project: z.string(),
    favorite: z.boolean(),
    createdAt: Instant,
    stale: z.boolean(),
    archivedAt: Instant.nullable(),
    impressionData: z.boolean(),
    lastSeenAt: Instant.nullable(),
    dependencyType: z.enum(['parent', 'child']).nullable(),
    environments: z.array(
      z.object({
        name: z.string(),
        enabled: z.boolean(),
        type: z.string(),
        sortOrder: z.number(),
        variantCount: z.int(),
        lastSeenAt: Instant.nullable(),
        hasStrategies: z.boolean(),
        hasEnabledStrategies: z.boolean(),
        ...MilestoneOfEnvironment.shape,
        yes: z.int(),
        no: z.int(),
        changeRequestIds: z.array(z.int()),
      }),
    ),
    segments: z.array(z.string()),
    createdBy: z.object({ id: z.int(), name: z.string(), imageUrl: z.string() }),
    lifecycle: LifecycleStage.optional(),
    tags: z.array(ColouredTag).optional(),
  })
  .meta({ id: 'featureSearchResponseSchema' })

/** A found flag for the window, which marks flags that are potentially stale. */
export const ListedFlag = FoundFeature.extend({ potentiallyStale: z.boolean() })
export type ListedFlag = z.output<typeof ListedFlag>
