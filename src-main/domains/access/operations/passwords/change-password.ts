import { changePassword as operation } from '#shared/access/contract/passwords.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { toActor } from '../../records/users/user.ts'
import { preparePassword, storePassword } from '../../records/passwords/new-password.ts'
import { requireOpenLink } from '../../records/passwords/reset-link.ts'
import { setResetTokenUsed } from '../../records/passwords/reset-tokens.store.ts'

/** Sets a password by a link: the deed of the user whose link it is. Two at once: the second finds the link used. */
export const changePassword = preparedMutation(
  operation,
  async (context, { body: { token, password } }) => {
    const { user } = await requireOpenLink(context, token)
    return preparePassword(context.queries, user, password)
  },
  async (context, { body: { token } }, passwordHash) => {
    const { user } = await requireOpenLink(context, token)
    await setResetTokenUsed(context.queries, token, context.now.toISOString())
    await storePassword(context, user, passwordHash, toActor(user))
  },
)
