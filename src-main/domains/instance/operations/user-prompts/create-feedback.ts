import { createFeedback as create } from '#shared/instance/contract/user-prompts.ts'
import { mutation } from '#kernel/use-case.ts'
import { noteFeedback } from '../../records/user-prompts/note-feedback.ts'

/**
 * Notes that somebody was asked for an opinion; asked again, the last time counts (recorded exchange
 * instance/feedback).
 */
export const createFeedback = mutation(create, (context, { body }) =>
  noteFeedback(context, {
    feedbackId: body.feedbackId,
    neverShow: body.neverShow ?? false,
    given: context.now.toISOString(),
  }),
)
