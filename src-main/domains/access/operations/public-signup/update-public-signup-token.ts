import { updatePublicSignupToken as update } from '#shared/access/contract/public-signup.ts'
import { mutation } from '#kernel/use-case.ts'
import { updateSignupToken, type StoredSignupToken } from '../../records/public-signup/public-signup.store.ts'
import { cappedExpiry, requireSignupToken } from '../../records/public-signup/signup-token.ts'
import { signupTokenInEvents, answerSignupToken } from '../../records/public-signup/signup-token-answer.ts'

/** Disables, enables, or moves the expiry; an expiry that has passed ends the link. */
export const updatePublicSignupToken = ({ pagesUrl }: { pagesUrl: () => string }) =>
  mutation(update, async (context, { params, body: { enabled, expiresAt } }) => {
    const { queries, now } = context
    const before = await requireSignupToken(queries, params.token)
    const after: StoredSignupToken = {
      ...before,
      enabled: enabled ?? before.enabled,
      expiresAt: expiresAt === undefined ? before.expiresAt : cappedExpiry(expiresAt, now),
    }
    await updateSignupToken(queries, after)
    context.record({
      type: 'public-signup-token-updated',
      data: signupTokenInEvents(after),
      preData: signupTokenInEvents(before),
    })
    return answerSignupToken(queries, after, pagesUrl)
  })
