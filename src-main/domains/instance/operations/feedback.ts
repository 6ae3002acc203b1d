import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/feedback.ts'
import { insertFeedback, readLatestFeedback } from '../notifications/feedback.store.ts'

const MAX = 500

/** Lists the latest feedback (docs/contract/instance.md#opinions). */
export const getFeedback = query(contract.getFeedback, ({ visible }) => readLatestFeedback(visible, MAX))

/** Keeps feedback. Its event has the category alone, and the row no author. */
export const provideFeedback = mutation(
  contract.provideFeedback,
  async ({ everything, now, record }, { body }) => {
    const feedback = await insertFeedback(everything, {
      category: body.category,
      userType: body.userType ?? null,
      difficultyScore: body.difficultyScore ?? null,
      positive: body.positive ?? null,
      areasForImprovement: body.areasForImprovement ?? null,
      createdAt: now.toISOString(),
    })
    record({ type: 'user-feedback-given', data: { name: body.category } })
    return feedback
  },
)
