import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

const MAX_TEXT = 5000
const MAX_WORD = 100
const HIGHEST_SCORE = 10

/** Opinion about the window. It does not say whose (docs/contract/instance.md#opinions). */
export const CollectedFeedback = z
  .object({
    id: z.int(),
    createdAt: Instant,
    category: z.string(),
    userType: z.string().nullable(),
    difficultyScore: z.number().nullable(),
    positive: z.string().nullable(),
    areasForImprovement: z.string().nullable(),
  })
  .meta({ id: 'feedbackSchema' })
export type CollectedFeedback = z.output<typeof CollectedFeedback>

export const ProvideFeedback = z
  .object({
    category: z.string().trim().min(1).max(MAX_WORD),
    userType: z.string().max(MAX_WORD).nullish(),
    difficultyScore: z.number().min(0).max(HIGHEST_SCORE).nullish(),
    positive: z.string().max(MAX_TEXT).nullish(),
    areasForImprovement: z.string().max(MAX_TEXT).nullish(),
  })
  .meta({ id: 'provideFeedbackSchema' })
