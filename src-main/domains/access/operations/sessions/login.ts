import { login as operation } from '../../../../../src-shared/access/contract/sessions.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { preparedMutation } from '../../../../kernel/use-case.ts'
import { findUserByLogin } from '../../records/users/users.store.ts'
import type { StoredUser } from '../../records/users/user.ts'
import { verifyPassword } from '../../records/sessions/password.ts'
import type { SignInLimits } from '../../records/sessions/sign-in-limits.ts'
import { startSession, type StartedSession } from '../../records/sessions/start-session.ts'

/**
 * A wrong password and an unknown user look alike, in words and in time (recorded exchanges
 * authentication/login-wrong-password and authentication/login-unknown-user).
 */
const MISMATCH =
  'The combination of password and username you provided is invalid. If you have forgotten your password, ' +
  'visit /forgotten-password or get in touch with your instance administrator.'

/** Signs in with a password. */
export const login = ({ signInLimits }: { signInLimits: SignInLimits }) =>
  preparedMutation<typeof operation, StoredUser, StartedSession>(
    operation,
    async ({ queries, caller }, { body }) => {
      const succeeded = signInLimits.attempt(caller, body.username)
      const user = await findUserByLogin(queries, body.username)
      const right = await verifyPassword(body.password, user?.passwordHash ?? null)
      if (!user || !right) throw new AppError('PasswordMismatch', MISMATCH)
      succeeded()
      return user
    },
    (context, _request, user) => startSession(context, user),
  )
