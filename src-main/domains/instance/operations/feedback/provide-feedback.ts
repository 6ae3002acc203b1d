import { provideFeedback as operation } from '#shared/instance/contract/feedback.ts'
import { mutation } from '#kernel/use-case.ts'
import { insertFeedback } from '../../records/feedback/feedback.store.ts'

/** Keeps feedback. Its event has the category alone, and the row no author. */
export const provideFeedback = mutation(operation, async ({ queries, now, record }, { body }) => {
  const feedback = await insertFeedback(queries, {
    category: body.category,
    userType: body.userType ?? null,
    difficultyScore: body.difficultyScore ?? null,
    positive: body.positive ?? null,
    areasForImprovement: body.areasForImprovement ?? null,
    createdAt: now.toISOString(),
  })
  record({ type: 'user-feedback-given', data: { name: body.category } })
  return feedback
})
