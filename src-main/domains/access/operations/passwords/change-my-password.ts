import { changeMyPassword as operation } from '#shared/access/contract/passwords.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { verifyPassword } from '../../records/sessions/password.ts'
import { findUser } from '../../records/users/users.store.ts'
import { preparePassword, storePassword } from '../../records/passwords/new-password.ts'
import type { SignInLimits } from '../../records/sessions/sign-in-limits.ts'
import type { StoredUser } from '../../records/users/user.ts'

/** Recorded exchange users/own-password-change-wrong-old. */
const WRONG_OLD =
  'The old password you provided is invalid. If you have forgotten your password, visit /forgotten-password or ' +
  'get in touch with your instance administrator.'

/**
 * Sets the caller's own password. Wrong old passwords count as failed sign-ins: a stolen session must not be a way to
 * guess. API tokens have no password (recorded exchange authentication/profile-with-api-token).
 */
export const changeMyPassword = ({ signInLimits }: { signInLimits: SignInLimits }) =>
  preparedMutation<typeof operation, { user: StoredUser; passwordHash: string }>(
    operation,
    async ({ queries, caller }, { body: { password, confirmPassword, oldPassword = '' } }) => {
      const id = personOf(caller.actor)
      const user = id === undefined ? undefined : await findUser(queries, id)
      if (!user) throw badData('User id is missing in request user object')
      if (password !== confirmPassword)
        throw badData('The two passwords are not the same', '/body/confirmPassword')
      const succeeded = signInLimits.attempt(caller, user.username ?? user.email ?? String(user.id))
      if (!(await verifyPassword(oldPassword, user.passwordHash)))
        throw new AppError('PasswordMismatch', WRONG_OLD)
      succeeded()
      return { user, passwordHash: await preparePassword(queries, user, password) }
    },
    (context, _request, { user, passwordHash }) => storePassword(context, user, passwordHash),
  )
