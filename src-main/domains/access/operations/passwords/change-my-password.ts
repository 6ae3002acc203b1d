import { changeMyPassword as operation } from '../../../../../src-shared/access/contract/passwords.ts'
import { AppError, badData } from '../../../../kernel/app-error.ts'
import { personOf } from '../../../../kernel/caller.ts'
import { preparedMutation } from '../../../../kernel/use-case.ts'
import { verifyPassword } from '../../records/sessions/password.ts'
import { findUser } from '../../records/users/users.store.ts'
import { preparePassword, storePassword } from '../../records/passwords/new-password.ts'

/** Recorded exchange users/own-password-change-wrong-old. */
const WRONG_OLD =
  'The old password you provided is invalid. If you have forgotten your password, visit /forgotten-password or ' +
  'get in touch with your instance administrator.'

/**
 * Sets the caller's own password. A token of an API is nobody who has one (recorded exchange
 * authentication/profile-with-api-token).
 */
export const changeMyPassword = preparedMutation(
  operation,
  async ({ queries, caller }, { body: { password, confirmPassword, oldPassword = '' } }) => {
    const id = personOf(caller.actor)
    const user = id === undefined ? undefined : await findUser(queries, id)
    if (!user) throw badData('User id is missing in request user object')
    if (password !== confirmPassword)
      throw badData('The two passwords are not the same', '/body/confirmPassword')
    if (!(await verifyPassword(oldPassword, user.passwordHash)))
      throw new AppError('PasswordMismatch', WRONG_OLD)
    return { user, passwordHash: await preparePassword(queries, user, password) }
  },
  (context, _request, { user, passwordHash }) => storePassword(context, user, passwordHash),
)
