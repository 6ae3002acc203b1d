import type { Feedback } from '#shared/instance/schemas/ui-config.ts'
import { personOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { saveFeedback } from './user-prompts.store.ts'

/** Saves the feedback of the caller; tokens have none. */
export async function noteFeedback(
  { queries, caller, record }: MutationContext,
  feedback: Feedback,
): Promise<Feedback> {
  const userId = personOf(caller.actor)
  if (userId === undefined) return feedback
  const own = { ...feedback, userId }
  await saveFeedback(queries, own)
  record({ type: 'user-feedback-given', data: { name: feedback.feedbackId, neverShow: feedback.neverShow } })
  return own
}
