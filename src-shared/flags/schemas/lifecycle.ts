import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { Name } from '../../schemas/bounded.ts'

/**
 * The stages of a flag, in their order; the furthest it has reached is its stage (docs/contract/flags.md#stages).
 */
export const STAGES = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const
export const Stage = z.enum(STAGES)
export type Stage = z.output<typeof Stage>

/** Since when a flag is in a stage; of the completed one, what became of the flag: it was kept, or discarded. */
export const LifecycleStage = z
  .object({ stage: Stage, status: z.string().optional(), enteredStageAt: Instant })
  .meta({ id: 'featureLifecycleStageSchema' })
export type LifecycleStage = z.output<typeof LifecycleStage>

export const CompleteFeature = z
  .object({ status: z.enum(['kept', 'discarded']), statusValue: Name.optional() })
  .meta({ id: 'featureLifecycleCompletedSchema' })

/** Number of flags in each stage. */
export const StageCounts = z
  .object({
    initial: z.int(),
    preLive: z.int(),
    live: z.int(),
    completed: z.int(),
    archived: z.int(),
  })
  .meta({ id: 'featureLifecycleCountSchema' })
export type StageCounts = z.output<typeof StageCounts>
