import { login as operation } from '#shared/access/contract/sessions.ts'
import { AppError } from '#kernel/app-error.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { findUserByLogin } from '../../records/users/users.store.ts'
import type { StoredUser } from '../../records/users/user.ts'
import { verifyPassword } from '../../records/sessions/password.ts'
import { readPasswordSettings } from '../../records/single-sign-on/password-settings.ts'
import type { SignInLog } from '../../records/single-sign-on/sign-in-log.ts'
import type { KnownBrowsers } from '../../records/sessions/known-browsers.ts'
import type { SignInLimits } from '../../records/sessions/sign-in-limits.ts'
import { startSession, type StartedSession } from '../../records/sessions/start-session.ts'

/**
 * A wrong password, a deactivated and an unknown user look alike, in words and in time (recorded exchanges
 * authentication/login-wrong-password and authentication/login-unknown-user).
 */
const MISMATCH =
  'The combination of password and username you provided is invalid. If you have forgotten your password, ' +
  'visit /forgotten-password or get in touch with your instance administrator.'

/** docs/contract/access.md#sso-simple */
const DISABLED = 'Logging in with username/password has been disabled.'

interface LoginServices {
  knownBrowsers: KnownBrowsers
  signInLimits: SignInLimits
  signInLog: SignInLog
  maxParallelSessions: number
}

/** Session, with the cookie by which the browser is known again. */
interface SignedIn extends StartedSession {
  browser: string
}

/** Signs in with a password. The login history keeps why it failed; the answer does not say. */
export const login = ({ knownBrowsers, signInLimits, signInLog, maxParallelSessions }: LoginServices) =>
  preparedMutation<typeof operation, StoredUser, SignedIn>(
    operation,
    async ({ queries, caller, now }, { body }) => {
      const succeeded = signInLimits.attempt(caller, body.username)
      const failure = { method: 'password', username: body.username, ip: caller.ip, at: now } as const
      if ((await readPasswordSettings(queries)).disabled) {
        await signInLog.noteFailure({ ...failure, failureReason: 'Password sign-in is turned off.' })
        throw new AppError('DisabledError', DISABLED)
      }
      const user = await findUserByLogin(queries, body.username)
      const right = await verifyPassword(body.password, user?.passwordHash ?? null)
      if (!user || !right || user.deactivatedAt !== null) {
        await signInLog.noteFailure({
          ...failure,
          ...(user ? { userId: user.id } : {}),
          failureReason: reasonOf(user, right),
        })
        throw new AppError('PasswordMismatch', MISMATCH)
      }
      succeeded()
      return user
    },
    async (context, { body: { username } }, user) => ({
      ...(await startSession(context, user, { method: 'password', maxParallelSessions })),
      browser: knownBrowsers.remember(context.caller.knownBrowser, username),
    }),
  )

/** Says in the login history why a sign-in failed. */
function reasonOf(user: StoredUser | undefined, right: boolean): string {
  if (!user) return 'There is no such user.'
  return right ? 'The user is deactivated by SCIM.' : 'Wrong password.'
}
