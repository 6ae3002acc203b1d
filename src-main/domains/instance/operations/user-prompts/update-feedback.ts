import { updateFeedback as update } from '#shared/instance/contract/user-prompts.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { readFeedback } from '../../records/user-prompts/user-prompts.store.ts'
import { noteFeedback } from '../../records/user-prompts/note-feedback.ts'

/** Changes that; what is not sent is as it was, but for the time (recorded exchange instance/feedback-update). */
export const updateFeedback = mutation(update, async (context, { params, body }) => {
  const userId = personOf(context.caller.actor)
  const all = userId === undefined ? [] : await readFeedback(context.queries, userId)
  const before = all.find(({ feedbackId }) => feedbackId === params.id)
  return noteFeedback(context, {
    feedbackId: params.id,
    neverShow: body.neverShow ?? before?.neverShow ?? false,
    given: body.given === undefined ? context.now.toISOString() : body.given,
  })
})
