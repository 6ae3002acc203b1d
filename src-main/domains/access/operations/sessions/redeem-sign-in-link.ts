import { redeemSignInLink as operation } from '#shared/access/contract/sessions.ts'
import { AppError } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { findFirstAdmin } from '../../records/users/users.store.ts'
import type { SignInLinks } from '../../records/sessions/sign-in-links.ts'
import { startSession, type StartedSession } from '../../records/sessions/start-session.ts'

/** Signs a browser in by a one-time link, as the first Admin. */
export const redeemSignInLink = ({
  signInLinks,
  maxParallelSessions,
}: {
  signInLinks: SignInLinks
  maxParallelSessions: number
}) =>
  mutation<typeof operation, StartedSession>(operation, async (context, { params }) => {
    if (!(await signInLinks.redeem(context.queries, params.secret, context.now))) {
      throw new AppError(
        'UnauthorizedError',
        'This sign-in link was used already or is too old. Restart the service for a new one.',
      )
    }
    const admin = await findFirstAdmin(context.queries)
    if (!admin) throw new AppError('UnauthorizedError', 'There is no Admin to sign in as.')
    return startSession(context, admin, { method: 'sign-in-link', maxParallelSessions })
  })
