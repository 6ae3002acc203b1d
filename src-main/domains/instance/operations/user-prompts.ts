import { personOf } from '#kernel/caller.ts'
import { mutation, type MutationContext } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/user-prompts.ts'
import type { Feedback } from '#shared/instance/schemas/ui-config.ts'
import { insertSeenSplash, readFeedback, saveFeedback } from '../notifications/user-prompts.store.ts'

/**
 * Notes a splash page as seen; a token has nothing to remember it by, and is answered alike (recorded exchanges
 * instance/splash and instance/splash-with-api-token).
 */
export const updateSplashSettings = mutation(
  contract.updateSplashSettings,
  async ({ everything, caller, record }, { params }) => {
    const userId = personOf(caller.actor)
    if (userId === undefined) return { splashId: params.id, seen: true }
    await insertSeenSplash(everything, userId, params.id)
    record({ type: 'user-splash-seen', data: { name: params.id } })
    return { userId, splashId: params.id, seen: true }
  },
)

/** Saves the feedback of the caller; tokens have none. */
async function noteFeedback(
  { everything, caller, record }: MutationContext,
  feedback: Feedback,
): Promise<Feedback> {
  const userId = personOf(caller.actor)
  if (userId === undefined) return feedback
  const own = { ...feedback, userId }
  await saveFeedback(everything, own)
  record({ type: 'user-feedback-given', data: { name: feedback.feedbackId, neverShow: feedback.neverShow } })
  return own
}

/**
 * Notes that somebody was asked for an opinion; asked again, the last time counts (recorded exchange
 * instance/feedback).
 */
export const createFeedback = mutation(contract.createFeedback, (context, { body }) =>
  noteFeedback(context, {
    feedbackId: body.feedbackId,
    neverShow: body.neverShow ?? false,
    given: context.now.toISOString(),
  }),
)

/** Changes that; what is not sent is as it was, but for the time (recorded exchange instance/feedback-update). */
export const updateFeedback = mutation(contract.updateFeedback, async (context, { params, body }) => {
  const userId = personOf(context.caller.actor)
  const all = userId === undefined ? [] : await readFeedback(context.everything, userId)
  const before = all.find(({ feedbackId }) => feedbackId === params.id)
  return noteFeedback(context, {
    feedbackId: params.id,
    neverShow: body.neverShow ?? before?.neverShow ?? false,
    given: body.given === undefined ? context.now.toISOString() : body.given,
  })
})
